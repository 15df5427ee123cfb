// What happens is said to those who do not see it.

let pending = 0;

export function announce(words) {
  const place = document.getElementById("status");
  place.textContent = "";
  clearTimeout(pending);
  pending = setTimeout(() => {
    place.textContent = words;
  }, 60); // a region that was emptied first is read again, even if the words are the same
}
