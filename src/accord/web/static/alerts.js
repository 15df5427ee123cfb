// Error messages, with a button to try again where that may help. They appear in role="alert".

import { make } from "./dom.js";

export function showAlert(element, failure, retry = null) {
  const message = make("p", { class: "alert-text", tabindex: "-1" }, failure.message);
  element.replaceChildren(message);
  if (failure.retry && retry) {
    const tryAgain = () => {
      clearAlert(element);
      retry();
    };
    element.append(make("button", { type: "button", onclick: tryAgain }, "Try again"));
  }
  return message;
}

export function clearAlert(element) {
  element.replaceChildren();
}
