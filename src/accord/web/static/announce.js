// Announcements for screen readers.

let timer = 0;

export function announce(text) {
  const region = document.getElementById("status");
  region.textContent = "";
  clearTimeout(timer);
  timer = setTimeout(() => {
    region.textContent = text;
  }, 60); // a region that was empty before is read again, even if the text is the same
}
