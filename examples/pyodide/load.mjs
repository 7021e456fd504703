// Starts Pyodide with the library in it, in a page as in Node. Nothing comes from the network but the files of the folder
// that assemble.py made; `read(name)` gives the bytes of one of them.

export async function load(read) {
  const { loadPyodide } = await import("./node_modules/pyodide/pyodide.mjs");
  const python = await loadPyodide();
  const wheels = JSON.parse(new TextDecoder().decode(await read("wheels.json")));
  for (const wheel of wheels) python.unpackArchive(await read(`wheels/${wheel}`), "wheel");
  python.FS.writeFile("table.py", await read("table.py"));
  return python.pyimport("table");
}
