// A box in the place of class "table-filter" of a page: of its tables of class "filtered" only rows that have all the words
// typed into it stay, and sections in which nothing is left are hidden. Accents and capitals do not matter; Escape empties
// the box. Without JavaScript there is no box, and the tables are simply complete.
"use strict";

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function addFilter(place) {
  const tables = [...document.querySelectorAll("table.filtered")].map((table) => ({
    section: table.closest("section"),
    rows: [...table.tBodies[0].rows].map((row) => ({ row, text: plain(row.textContent) })),
  }));
  const all = tables.reduce((sum, { rows }) => sum + rows.length, 0);
  const box = document.createElement("input");
  const count = document.createElement("output");
  const label = document.createElement("label");
  box.type = "search";
  label.append("Filter ", box);
  place.append(label, count);

  const apply = () => {
    const words = plain(box.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { section, rows } of tables) {
      let here = 0;
      for (const { row, text } of rows) {
        row.hidden = !words.every((word) => text.includes(word));
        here += !row.hidden;
      }
      section.hidden = here === 0 && !section.contains(place);
      shown += here;
    }
    count.textContent = words.length ? `${shown} of ${all}` : "";
  };
  box.addEventListener("input", apply);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      box.value = "";
      apply();
    }
  });
  apply(); // a browser may have kept what was typed before the page was loaded again
}

document.querySelectorAll(".table-filter").forEach(addFilter);
