// The picture of a position: what can be clicked in it, and what to ask the server about the rest.

const MOST_QUESTIONS = 8;
const THINGS = { card: "[data-card]", location: "[data-location]", district: "[data-district]" };

/** Put a picture in and bind it: `choose` gets the choices of what was clicked, `ask` the actions that are not legal. */
export function bindPicture(place, text, { choose, ask, choices }) {
  place.hidden = !text;
  if (!text) return;
  const picture = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  picture.setAttribute("role", "group"); // there are buttons in it
  for (const target of picture.querySelectorAll(".legal")) {
    const indexes = target.dataset.actions.split(" ").map(Number);
    target.setAttribute("tabindex", "0");
    target.setAttribute("role", "button");
    target.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation(); // it may lie on another thing that is legal too
      choose(indexes);
    });
  }
  picture.addEventListener("click", (event) => {
    const target = event.target.closest(".legal");
    if (target) choose(target.dataset.actions.split(" ").map(Number));
    else if (choices.length) {
      const wanted = wanting(picture, event.target, choices);
      if (wanted.length) ask(wanted);
    }
  });
  place.replaceChildren(picture);
}

/** The actions that somebody may have wanted who clicked on this: like a legal one, with this in the place of another. */
function wanting(picture, clicked, choices) {
  for (const [name, selector] of Object.entries(THINGS)) {
    const thing = clicked.closest(selector)?.dataset[name];
    if (thing === undefined) continue;
    const others = new Set([...picture.querySelectorAll(selector)].map((other) => other.dataset[name]));
    const wanted = choices.map(({ action }) =>
      action.split(" ").map((word, at) => (at > 0 && others.has(word) ? thing : word)).join(" "));
    const legal = new Set(choices.map(({ action }) => action));
    return [...new Set(wanted)].filter((action) => !legal.has(action)).slice(0, MOST_QUESTIONS);
  }
  return [];
}
