// The page: asks the table in Python what there is to see, and tells it what was clicked. It knows no rule.

import { load } from "./load.mjs";

const at = (id) => document.getElementById(id);
let table = null;

function show() {
  const { picture, prompt, choices, told, result } = JSON.parse(table.look());
  at("picture").replaceChildren(
    document.importNode(new DOMParser().parseFromString(picture, "image/svg+xml").documentElement, true),
  );
  at("choices").replaceChildren(...choices.map((words, number) => button(words, () => table.choose(number))));
  at("told").append(...told.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  at("told").scrollTop = at("told").scrollHeight;
  at("finish").disabled = result !== null;
  at("status").textContent = result ? ending(result) : `You are Elena, and have to ${prompt}.`;
  if (result) keep(table.record());
}

function ending({ scores, winners, reason }) {
  const points = Object.entries(scores).map(([name, score]) => `${name} ${score}`);
  return `The game is over: ${points.join(", ")}. Winner: ${winners.join(" and ") || "nobody"} (${reason}).`;
}

function keep(record) {
  at("record").href = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
  at("record").hidden = false;
}

function button(words, whenClicked) {
  const made = Object.assign(document.createElement("button"), { textContent: words });
  made.addEventListener("click", () => act(whenClicked));
  return made;
}

/** Do something with the table and show what came of it; whatever goes wrong is said on the page. */
function act(what) {
  try {
    what();
    show();
  } catch (error) {
    at("status").textContent = `Something went wrong: ${error.message}`;
    throw error;
  }
}

async function read(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name} is missing; assemble.py makes the folder to be served`);
  return new Uint8Array(await answer.arrayBuffer());
}

function options(select, names) {
  select.replaceChildren(...names.map((name) => new Option(name, name)));
}

try {
  const module = await load(read);
  const rulesets = JSON.parse(module.rulesets());
  const offer = () => options(at("players"), rulesets[at("rules").value]);
  options(at("rules"), Object.keys(rulesets));
  at("rules").addEventListener("change", offer);
  offer();
  at("setup").addEventListener("submit", (event) => {
    event.preventDefault();
    act(() => {
      table?.destroy();
      at("told").replaceChildren();
      at("record").hidden = true;
      table = module.Table(at("rules").value, Number(at("players").value), Number(at("seed").value));
    });
  });
  at("finish").addEventListener("click", () => act(() => table.finish()));
  at("begin").disabled = false;
  at("status").textContent = "Choose a game.";
} catch (error) {
  at("status").textContent = `Python did not start: ${error.message}`;
  throw error;
}
