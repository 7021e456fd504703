// Small helpers of both pages. Whatever comes from elsewhere becomes text, never markup.

/** An element with attributes (functions are listeners) and children (texts or elements). */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** The element with an id. */
export const find = (id) => document.getElementById(id);

/** The text with a capital letter at the beginning. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
