// Reads what arcanum writes, in another language and without any package: documents of views, and conformance vectors.
//
//   arcanum vectors -o vectors.jsonl
//   node arcanum.mjs vectors.jsonl                   follow every game in it, and compare what each vector tells twice
//   node arcanum.mjs vectors.jsonl arcanum/step/7 2  the position after that step, as seat 2 sees it
//   node arcanum.mjs view.json                       the position of a view, as arcanum.dumps(view) writes it

import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

/** A value with the changes of a JSON Patch (RFC 6902) of add, replace and remove. */
function patched(value, patch) {
  let root = structuredClone(value);
  for (const { op, path, value: given } of patch) {
    if (path === "") {
      root = structuredClone(given);
      continue;
    }
    const keys = path.slice(1).split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = keys.pop();
    const place = keys.reduce((inner, key) => inner[key], root);
    if (!Array.isArray(place)) {
      if (op === "remove") delete place[last];
      else place[last] = structuredClone(given);
    } else if (op === "add") place.splice(Number(last), 0, structuredClone(given));
    else if (op === "remove") place.splice(Number(last), 1);
    else place[Number(last)] = structuredClone(given);
  }
  return root;
}

/** The vectors of a file, with every patch carried out. */
function* unfolded(text) {
  const states = new Map();
  for (const line of text.split("\n").filter(Boolean)) {
    const vector = JSON.parse(line);
    if (vector.state?.like) vector.state = patched(states.get(vector.state.like), vector.state.patch);
    if (vector.state) states.set(vector.id, vector.state);
    if (vector.next) vector.next = patched(vector.state, vector.next);
    if (vector.views) {
      const first = vector.views[0].view;
      for (const each of vector.views) {
        each.view ??= patched(first, each.patch);
        each.heard = patched(vector.events, each.heard);
      }
    }
    yield vector;
  }
}

/** What a vector tells in two ways and should tell alike, as sentences about those that it does not. */
function* contradictions(vector) {
  if (vector.kind === "step" && !vector.legal_actions.includes(vector.action)) yield `${vector.action} is not legal`;
  const state = vector.next ?? vector.state;
  for (const { seat, view, heard } of vector.views ?? []) {
    if (view.seat !== seat) yield `the view of seat ${seat} is that of seat ${view.seat}`;
    if (heard.length !== vector.events.length) yield `seat ${seat} hears ${heard.length} events`;
    for (const [other, player] of view.players.entries()) {
      const hand = state.players[other].hand;
      if (player.hand_size !== hand.length) yield `seat ${seat} counts the hand of seat ${other} wrongly`;
      const sees = other === seat ? isDeepStrictEqual(player.hand, hand) : player.hand === null;
      if (!sees) yield `seat ${seat} does not see of the hand of seat ${other} what it should`;
    }
  }
}

/** A view of either game, as lines of text. */
function* told(view) {
  const who = (seat) => (seat === view.seat ? "you" : `seat ${seat}`);
  yield `${view.turn ? `turn ${view.turn}` : `round ${view.round}`}, ${view.phase}`;
  for (const [seat, player] of view.players.entries()) {
    const hand = player.hand ? player.hand.join(" ") : `${player.hand_size} cards`;
    yield `  ${who(seat)}: ${player.vp === undefined ? player.guild : `${player.vp} points`}; hand: ${hand || "none"}`;
  }
  for (const [house, value] of Object.entries(view.prestige ?? {})) yield `  prestige of ${house}: ${value}`;
  for (const district of view.districts ?? []) {
    const cards = district.cards.map(({ card, owner }) => `${card ?? "a facedown card"} of ${who(owner)}`);
    yield `  ${district.name}: stake ${district.stake ?? "none"}; ${cards.join(", ") || "nobody there"}`;
  }
  yield view.to_act === null ? "the game is over" : `${who(view.to_act)} to ${view.prompt ?? "decide"}`;
  for (const action of view.legal_actions) yield `  ${action}`;
}

function main([path, id, seat]) {
  if (path === undefined) throw new Error("expected a file of vectors, or the document of a view");
  const text = readFileSync(path, "utf8");
  const whole = text.trimEnd().includes("\n") && !text.startsWith("{\n") ? [...unfolded(text)] : null;
  if (whole === null) {
    const document = JSON.parse(text);
    if (document.kind !== "view") throw new Error(`expected the document of a view, not of a ${document.kind}`);
    console.log([...told(document.value)].join("\n"));
    return 0;
  }
  if (id !== undefined) {
    const found = whole.find((vector) => vector.id === id)?.views?.find((each) => String(each.seat) === (seat ?? "null"));
    if (found === undefined) throw new Error(`there is no view of seat ${seat ?? "null"} in ${id}`);
    console.log([...told(found.view)].join("\n"));
    return 0;
  }
  const faults = whole.flatMap((vector) => [...contradictions(vector)].map((fault) => `${vector.id}: ${fault}`));
  for (const fault of faults) console.log(fault);
  const views = whole.reduce((sum, vector) => sum + (vector.views?.length ?? 0), 0);
  console.log(`${whole.length} vectors, ${views} views, ${faults.length} contradictions`);
  return faults.length ? 1 : 0;
}

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  console.error(`arcanum.mjs: ${error.message}`);
  process.exitCode = 2;
}
