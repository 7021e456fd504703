// A box over every table of class "filtered": only rows that have all the words typed into it stay. Accents and capitals
// do not matter. Without JavaScript the table is simply complete. Escape empties the box.
"use strict";

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function addFilter(table) {
  const rows = [...table.tBodies[0].rows].map((row) => ({ row, text: plain(row.textContent) }));
  const box = document.createElement("input");
  const count = document.createElement("output");
  const label = document.createElement("label");
  box.type = "search";
  label.className = "table-filter";
  label.append("Filter ", box, count);

  const apply = () => {
    const words = plain(box.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { row, text } of rows) {
      row.hidden = !words.every((word) => text.includes(word));
      shown += !row.hidden;
    }
    count.textContent = words.length ? `${shown} of ${rows.length}` : "";
  };
  box.addEventListener("input", apply);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      box.value = "";
      apply();
    }
  });
  (table.closest(".table-wrapper") || table).before(label);
  apply(); // a browser may have kept what was typed before the page was loaded again
}

document.querySelectorAll("table.filtered").forEach(addFilter);
