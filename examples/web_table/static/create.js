// The page that makes a table: asks the server what there is to choose, and shows the links of the seats.
import { capital, find, make } from "./page.js";

const NAMES = ["Anna", "Bruno", "Clara", "Dario", "Elena"];
const KINDS = { random: "a beginner (random)", greedy: "a quick one (greedy)", "search:200": "a strong one (search)" };
const offer = await (await fetch("/api/games")).json();

const fill = (select, values, word = (value) => value) =>
  select.replaceChildren(...values.map((value) => make("option", { value }, word(value))));

function showGame() {
  const game = offer.games[find("game").value];
  fill(find("rules"), Object.keys(game.rules));
  find("options").replaceChildren(...game.options.map(optionField));
  showRules();
}

function optionField(option) {
  if (option.most) {
    const input = make("input", { type: "number", min: 1, max: option.most, name: option.name, placeholder: "no limit" });
    return make("label", {}, option.label, " ", input);
  }
  if (option.many) {
    const boxes = option.values.map((value) =>
      make("label", { class: "check" }, make("input", { type: "checkbox", name: option.name, value }), " ", value));
    return make("div", { class: "checks", role: "group", "aria-label": option.label }, ...boxes);
  }
  const select = make("select", { name: option.name });
  fill(select, option.values);
  return make("label", {}, option.label, " ", select);
}

function showRules() {
  const counts = offer.games[find("game").value].rules[find("rules").value];
  const before = Number(find("count").value) || 4;
  fill(find("count"), counts, (count) => `${count} players`);
  find("count").value = counts.includes(before) ? before : counts.at(-1);
  showSeats();
}

function showSeats() {
  const old = [...find("seats").children].map((row) => [...row.querySelectorAll("input, select")].map((each) => each.value));
  const rows = Array.from({ length: Number(find("count").value) }, (_, seat) => {
    const [name, kind] = old[seat] ?? [NAMES[seat], seat === 0 ? "" : "greedy"];
    const input = make("input", { value: name, required: true, maxlength: offer.longest_name, "aria-label": `Name of seat ${seat + 1}` });
    const select = make("select", { "aria-label": `Who plays seat ${seat + 1}` });
    fill(select, ["", ...offer.computers], (value) => (value ? `computer: ${KINDS[value] ?? value}` : "a person"));
    select.value = kind;
    return make("li", { class: "row" }, input, select);
  });
  find("seats").replaceChildren(...rows);
}

function wish() {
  const options = {};
  for (const option of offer.games[find("game").value].options) {
    const fields = [...find("options").querySelectorAll(`[name="${option.name}"]`)];
    if (option.many) options[option.name] = fields.filter((field) => field.checked).map((field) => field.value);
    else if (!option.most) options[option.name] = fields[0].value;
    else if (fields[0].value) options[option.name] = Number(fields[0].value);
  }
  const seats = [...find("seats").children].map((row) => ({
    name: row.querySelector("input").value,
    computer: row.querySelector("select").value || null,
  }));
  return { rules: find("rules").value, options, seats };
}

async function create(event) {
  event.preventDefault();
  find("faults").textContent = "";
  const wanted = wish();
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/api/tables", { method: "POST", headers, body: JSON.stringify(wanted) })
    .then(async (response) => ({ made: response.ok, ...(await response.json()) }))
    .catch(() => ({ made: false, reasons: [{ message: "The server does not answer. Try again." }] }));
  if (!answer.made) {
    find("faults").textContent = answer.reasons.map((reason) => reason.message).join(" ");
    return;
  }
  showLinks(wanted, answer);
}

function showLinks(wanted, { table, tokens }) {
  const address = new URL(`/table/${table}`, location.href).href;
  const rows = tokens.flatMap((token, seat) => (token ? [linkRow(wanted.seats[seat].name, `${address}#${token}`)] : []));
  find("links").replaceChildren(...rows, linkRow("Spectators", address));
  find("form").hidden = true;
  find("made").hidden = false;
  find("made-title").focus();
}

function linkRow(name, href) {
  const copy = make("button", { type: "button", click: () => copied(copy, href) }, "Copy the link");
  return make("li", { class: "row" }, make("strong", {}, name), make("a", { href, class: "button" }, "Open"), copy);
}

async function copied(button, text) {
  await navigator.clipboard.writeText(text);
  button.textContent = "Copied";
}

fill(find("game"), Object.keys(offer.games), capital);
find("game").addEventListener("change", showGame);
find("rules").addEventListener("change", showRules);
find("count").addEventListener("change", showSeats);
find("form").addEventListener("submit", create);
showGame();
