/* A seat comes to this device: the code stands behind the # of the address, and is used up with the first press. */

const page = document.querySelector("#carry");
const button = page.querySelector("[data-arrive]");
const wrong = page.querySelector(".wrong");
const { root } = document.body.dataset;
const code = location.hash.slice(1);

if (!/^[\w-]{20,100}$/.test(code)) {
  button.hidden = true;
  page.querySelector("[data-no-code]").hidden = false;
}

button.addEventListener("click", async () => {
  button.disabled = true;
  const answer = await fetch(`${root}/carry`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code }),
  }).catch(() => null);
  const told = await answer?.json().catch(() => null);
  /* Nobody finds the code in the history of the browser. */
  if (answer?.ok) return location.replace(`${root}/t/${told.table}`);
  wrong.textContent = told?.text ?? page.dataset.failed;
  wrong.hidden = false;
  button.disabled = false;
});

document.documentElement.dataset.ready = "";
