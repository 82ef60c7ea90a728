/* One's own seat at the table: a bot for a while, the same seat on another device, and on to the next table. */

import { addressOf, linkField } from "./links.js";

const $ = (selector, root = document) => root.querySelector(selector);
const table = $("#table");
const address = `${document.body.dataset.root}/t/${table.dataset.id}`;
const LEAD_AFTER = 5000;

async function post(what, seat) {
  const answer = await fetch(`${address}/${what}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ seat: Number(seat) }),
  }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/** The code is shown once: the server does not keep it. */
async function showCarry(seat) {
  const told = await post("carry", seat);
  if (!told) return;
  const dialog = document.createElement("dialog");
  dialog.className = "carry";
  dialog.setAttribute("aria-labelledby", "carry-title");
  dialog.innerHTML = told.html;
  $("[data-link]", dialog).replaceWith(linkField(addressOf(`/carry#${told.code}`), told.texts));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  $(".copy button", dialog).focus();
}

document.addEventListener("click", (event) => {
  const at = (selector) => event.target.closest(selector);
  /* What changes at the table comes by the stream, as to everybody. */
  if (at("[data-hand-over]")) post("bot", at("[data-hand-over]").dataset.handOver);
  else if (at("[data-come-back]")) post("back", at("[data-come-back]").dataset.comeBack);
  else if (at("[data-carry]")) showCarry(at("[data-carry]").dataset.carry);
  else if (at("[data-stay]")) stay();
});

/* ---------- the same people play again ---------- */

let leading = null;
let known = JSON.parse($("#view").textContent).next_table;

function stay() {
  clearTimeout(leading);
  document.querySelectorAll("[data-stay]").forEach((button) => button.remove());
}

/** Whoever plays here is led to the next table as soon as somebody lays it, with a moment to say no. */
document.addEventListener("table", ({ detail: view }) => {
  if (!view.next_table || known || !("owner" in table.dataset)) return;
  known = view.next_table;
  leading = setTimeout(() => location.assign(`${document.body.dataset.root}/t/${known}`), LEAD_AFTER);
});
