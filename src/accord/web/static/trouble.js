// Messages about what went wrong, with a way out where there is one. Their place is role="alert".

import { make } from "./dom.js";

export function showTrouble(place, failure, retry = null) {
  const words = make("p", { class: "trouble-words", tabindex: "-1" }, failure.message);
  place.replaceChildren(words);
  if (failure.retry && retry) {
    const again = () => {
      clearTrouble(place);
      retry();
    };
    place.append(make("button", { type: "button", onclick: again }, "Try again"));
  }
  return words;
}

export function clearTrouble(place) {
  place.replaceChildren();
}
