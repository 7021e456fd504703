// Plays a whole game by every rule set in Node: `node node.mjs [seed]`. Prints one line for each; with `--records`, the
// records of the games instead, as a JSON list.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { load } from "./load.mjs";

const here = (name) => new URL(name, import.meta.url);

function fail(sentence) {
  console.error(`node.mjs: ${sentence}`);
  process.exit(2);
}

function asked() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { records: { type: "boolean" } } });
    const [seed = "7", ...others] = positionals;
    if (others.length || !/^[0-9]{1,9}$/.test(seed)) fail("expected one seed, a whole number of at most nine digits");
    return { seed: Number(seed), wholeRecords: values.records };
  } catch (error) {
    return fail(error.message);
  }
}

const { seed, wholeRecords } = asked();
if (!existsSync(here("wheels.json"))) fail("run assemble.py first, and this program in the folder that it makes");

const module = await load(async (name) => new Uint8Array(await readFile(here(name))));
const records = [];
for (const [rules, players] of Object.entries(JSON.parse(module.rulesets()))) {
  const table = module.Table(rules, players[0], seed);
  table.finish();
  if (wholeRecords) records.push(table.record());
  else {
    const { scores, winners, reason } = JSON.parse(table.look()).result;
    const points = Object.entries(scores).map(([name, score]) => `${name} ${score}`);
    console.log(`${rules}: ${points.join(", ")}; ${winners.join(" and ") || "nobody"} won (${reason})`);
  }
  table.destroy();
}
if (wholeRecords) console.log(JSON.stringify(records));
