// boardgame.io in the loop: a small card game, written as its documentation says, and played at random.
//
// node boardgame.mjs FOLDER, with boardgame.io installed in FOLDER. Says which versions run, then answers every line
// "seed seconds" on its input with what it measured, until the input ends. What is inside and outside of the clock is
// written in loop.py.
//
// Moves are listed by a bot's `enumerate` and carried out by the game's reducer, which is what boardgame.io's own
// searching bot does. That is the shortest way: a client would add a store, a log and subscribers. States are
// immutable, so that the parent is kept for nothing.

import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const require = createRequire(join(process.argv[2], "here.js"));
const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");
const { RandomBot } = require("boardgame.io/ai");
const { INVALID_MOVE } = require("boardgame.io/core");

const SUITS = 4;
const RANKS = 13;
const PLAYERS = 4;
const HAND = 5;
const EIGHT = 7; // ranks count from 0

const fits = (card, top) => card.rank === EIGHT || card.suit === top.suit || card.rank === top.rank;

const crazyEights = {
  name: "crazy-eights",
  disableUndo: true, // nobody takes a move back here, and without it every state would keep all those before it
  turn: { minMoves: 1, maxMoves: 1 },

  setup: ({ ctx, random }) => {
    const cards = [];
    for (let suit = 0; suit < SUITS; suit++) for (let rank = 0; rank < RANKS; rank++) cards.push({ suit, rank });
    const deck = random.Shuffle(cards);
    const hands = {};
    for (const player of ctx.playOrder) hands[player] = deck.splice(-HAND);
    return { hands, pile: [deck.pop()], deck };
  },

  moves: {
    play: ({ G, playerID }, place) => {
      const hand = G.hands[playerID];
      if (!hand[place] || !fits(hand[place], G.pile[G.pile.length - 1])) return INVALID_MOVE;
      G.pile.push(hand.splice(place, 1)[0]);
    },
    draw: ({ G, playerID, random }) => {
      if (G.deck.length === 0) {
        const top = G.pile.pop();
        G.deck = random.Shuffle(G.pile);
        G.pile = [top];
      }
      if (G.deck.length > 0) G.hands[playerID].push(G.deck.pop());
    },
  },

  endIf: ({ G, ctx }) => {
    const winner = ctx.playOrder.find((player) => G.hands[player].length === 0);
    if (winner !== undefined) return { winner };
  },

  ai: {
    enumerate: (G, ctx, playerID) => {
      const top = G.pile[G.pile.length - 1];
      const moves = [];
      G.hands[playerID].forEach((card, place) => fits(card, top) && moves.push({ move: "play", args: [place] }));
      return moves.length > 0 ? moves : [{ move: "draw", args: [] }];
    },
  },
};

const bot = new RandomBot({ enumerate: crazyEights.ai.enumerate });
const reducer = CreateGameReducer({ game: crazyEights });

function play(seed, dice) {
  const begun = performance.now();
  let state = InitializeGame({ game: { ...crazyEights, seed }, numPlayers: PLAYERS });
  const kept = [];
  const start = performance.now();
  while (state.ctx.gameover === undefined) {
    const legal = bot.enumerate(state.G, state.ctx, state.ctx.currentPlayer);
    kept.push(state);
    state = reducer(state, legal[Math.floor(dice() * legal.length)]);
  }
  const end = performance.now();
  return { decisions: kept.length, dealing: (start - begun) / 1000, playing: (end - start) / 1000 };
}

function sample(seed, seconds) {
  const rolls = Array.from({ length: 10007 }, Math.random);
  let thrown = 0;
  const dice = () => rolls[thrown++ % rolls.length];
  const total = { games: 0, decisions: 0, dealing: 0, playing: 0 };
  while (total.playing < seconds) {
    const played = play(`${seed}-${total.games}`, dice);
    total.games += 1;
    for (const part in played) total[part] += played[part];
  }
  return total;
}

const versions = { "boardgame.io": require("boardgame.io/package.json").version, node: process.versions.node };
console.log(JSON.stringify(versions));
for await (const line of createInterface({ input: process.stdin })) {
  const [seed, seconds] = line.split(" ");
  console.log(JSON.stringify(sample(seed, Number(seconds))));
}
