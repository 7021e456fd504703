// The page of a table. It knows no rules: what can be done, and how it is called, the server says.
import { capital, find, make } from "./page.js";
import { bindPicture } from "./picture.js";
import { Connection } from "./socket.js";

const MANY = 14; // more choices than that are folded up, by their first word
const table = { chairs: [], seat: null, game: "", position: null, present: { seats: [], watching: 0 } };

const called = (seat) => (seat === table.seat ? "you" : table.chairs[seat].name);
const named = (text) => text.replace(/\bseat (\d)\b/g, (words, seat) => table.chairs[seat]?.name ?? words);

const connection = new Connection(location.pathname.split("/").at(-1), location.hash.slice(1) || null, {
  welcome(message) {
    Object.assign(table, { chairs: message.chairs, seat: message.seat, game: message.game });
    const who = message.seat === null ? "you are watching" : `you are ${message.chairs[message.seat].name}`;
    find("game").textContent = `${capital(message.game)}: ${who}`;
    document.title = `${capital(message.game)}, ${message.rules}`;
  },
  present(message) {
    table.present = message;
    showPlayers();
  },
  position: showPosition,
  accepted() {},
  refused(message) {
    showReasons(message.reasons);
    showBusy(false);
  },
  reasons(message) {
    const every = message.answers.flatMap((answer) =>
      answer.reasons.length ? answer.reasons : [{ message: `${answer.action} is legal`, clause: null }]);
    showReasons([...new Map(every.map((reason) => [reason.message, reason])).values()].slice(0, 4));
  },
  state(word) {
    find("connection").textContent = word;
    find("connection").dataset.state = word;
    document.body.dataset.connection = word;
    if (word !== "connected") delete document.body.dataset.asked;
    showBusy(word !== "connected");
  },
});

function showPosition(message) {
  const focused = find("play").contains(document.activeElement);
  table.position = message;
  const { to_act: seat, prompt } = message.view.value;
  const asked = message.choices.length > 0;
  showNotice([]);
  find("menu").close(); // it was about an older position
  find("prompt").textContent = message.outcome
    ? told(message.outcome)
    : asked ? `You have to ${prompt}` : `${capital(called(seat))} ${seat === table.seat ? "have" : "has"} to ${prompt ?? "decide"}`;
  find("prompt").dataset.asked = asked;
  showChoices(message.choices);
  bindPicture(find("picture"), message.picture, { choose, ask: (actions) => connection.ask(actions), choices: message.choices });
  showPlayers();
  showLog(message);
  if (focused) (asked ? find("choices").querySelector("summary, button") : find("prompt")).focus({ preventScroll: true });
  Object.assign(document.body.dataset, { at: message.at, toAct: seat ?? "", over: message.outcome !== null });
  document.body.toggleAttribute("data-asked", asked);
}

function told({ winners, scores, reason }) {
  const names = winners.map((seat) => table.chairs[seat].name).join(" and ");
  const points = table.chairs.map((chair, seat) => `${chair.name} ${scores[seat]}`).join(", ");
  return `${names} ${winners.length > 1 ? "win" : "wins"}: ${reason}. ${points}.`;
}

/** Do the only thing that can be meant, or let the player choose. */
function choose(indexes) {
  const { at, choices } = table.position;
  if (indexes.length === 1) {
    act(at, choices[indexes[0]].action);
    return;
  }
  const menu = find("menu");
  const pick = (index) => {
    menu.close();
    act(at, choices[index].action);
  };
  find("menu-choices").replaceChildren(...indexes.map((index) => choiceButton(index, () => pick(index))));
  menu.showModal();
}

function act(at, action) {
  showNotice([]);
  showBusy(true);
  connection.act(at, action);
}

function choiceButton(index, click) {
  const { action, words } = table.position.choices[index];
  return make("button", { type: "button", class: "choice", title: action, "data-index": index, click }, capital(words));
}

function showChoices(choices) {
  find("actions").hidden = choices.length === 0;
  find("written").placeholder = choices.length ? `written as in: ${choices[0].action}` : "";
  const button = (index) => choiceButton(index, () => choose([index]));
  const groups = new Map();
  for (const [index, { action }] of choices.entries()) {
    const word = choices.length > MANY ? action.split(" ")[0] : "";
    groups.set(word, [...(groups.get(word) ?? []), index]);
  }
  const lists = [...groups].map(([word, indexes]) => {
    const list = make("div", { class: "choices" }, ...indexes.map(button));
    const title = make("summary", {}, `${capital(word)} (${indexes.length})`);
    return word ? make("details", { open: indexes.length <= MANY }, title, list) : list;
  });
  find("choices").replaceChildren(...lists);
  showBusy(false);
}

/** Buttons that are really disabled would lose the focus. */
function showBusy(busy) {
  for (const button of find("choices").querySelectorAll("button")) button.setAttribute("aria-disabled", busy);
}

function showReasons(reasons) {
  showNotice(reasons.map((reason) => {
    const parts = [capital(named(reason.message))];
    if (reason.clause) parts.push(" ", clauseButton(reason.clause));
    return make("p", {}, ...parts);
  }));
}

function showNotice(paragraphs) {
  find("notice").replaceChildren(...paragraphs);
  find("notice").hidden = paragraphs.length === 0;
}

function showPlayers() {
  const { seats, watching } = table.present;
  const acting = table.position?.view.value.to_act;
  find("players").replaceChildren(...table.chairs.map((chair, seat) => {
    const here = chair.computer !== null || Boolean(seats[seat]);
    const what = chair.computer ?? (here ? "here" : "away");
    const parts = [make("span", { class: "dot", "data-here": String(here), "aria-hidden": "true" }), make("strong", {}, chair.name)];
    if (seat === table.seat) parts.push(make("span", { class: "tag" }, "you"));
    parts.push(make("span", { class: "soft" }, what));
    if (seat === acting) parts.push(make("span", { class: "tag turn" }, "to act"));
    return make("li", {}, ...parts);
  }));
  find("watching").textContent = watching ? `${watching} watching` : "";
}

function showLog({ log, whole_log: whole }) {
  const list = find("log");
  const atEnd = whole || list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  const lines = log.map((line) => {
    const parts = [make("span", {}, line.text)];
    if (line.clause) parts.push(" ", clauseButton(line.clause));
    return make("li", { class: `depth-${Math.min(line.depth, 4)}` }, ...parts);
  });
  if (whole) list.replaceChildren(...lines);
  else list.append(...lines);
  if (atEnd) list.scrollTop = list.scrollHeight;
}

const clauseButton = (clause) =>
  make("button", { type: "button", class: "clause", "aria-label": `Clause ${clause}`, click: () => showClause(clause) }, clause);

async function showClause(id) {
  const address = `/api/clauses/${encodeURIComponent(table.game)}/${encodeURIComponent(id)}`;
  const clause = await fetch(address).then((response) => response.json()).catch(() => ({}));
  find("clause-title").textContent = id;
  find("clause-section").textContent = clause.section ?? "";
  find("clause-text").textContent = clause.text ?? "The server does not answer.";
  find("clause-ruling").textContent = clause.ruling ? `Ruling: ${clause.ruling}` : "";
  find("clause").showModal();
}

find("other").addEventListener("submit", (event) => {
  event.preventDefault();
  const written = find("written").value.trim();
  if (written) connection.ask([written]);
});

// The first nine choices can be taken by their number.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, dialog")) return;
  const button = find("choices").querySelectorAll(".choice")[Number(event.key) - 1];
  if (button && !find("actions").hidden) button.click();
});
