/* A list of tables stays fresh while somebody looks at it. */
const EVERY = 5000;
const place = document.querySelector("#tables");

async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return; /* the next time, perhaps */
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("#tables");
  if (!fresh || fresh.innerHTML === place.innerHTML) return;
  const focused = place.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  place.innerHTML = fresh.innerHTML;
  if (focused) place.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

setInterval(refresh, EVERY);
document.addEventListener("visibilitychange", refresh);
