/* A table where somebody is still to sit down. What changes comes from the server; when the game begins, the page
   becomes the table. The code of an invitation stands behind the # of the address, which no server sees. */

import { addressOf, copyFrom, linkField, shareFrom } from "./links.js";
import { unfolded } from "./news.js";

const $ = (selector, root = document) => root.querySelector(selector);
const page = $("#gathering");
const seats = $("#seats");
const texts = JSON.parse($("#texts").textContent);
const path = `/t/${page.dataset.id}`;
const at = document.body.dataset.root + path;
const memory = (seat) => `rotonde-invitation-${page.dataset.id}-${seat}`;

/* ---------- what only this page adds to what the server sends ---------- */

function decorate() {
  for (const place of seats.querySelectorAll("[data-invite]")) {
    const code = recall(place.dataset.invite);
    if (code) showCode(place, code);
  }
  const [, seat, code] = /^#seat(\d+)=([\w-]+)$/.exec(location.hash) ?? [];
  const button = code && $(`[data-invited][value="${seat}"]`, seats);
  if (!button) return;
  $("[name=code]", $("#sit")).value = code;
  button.hidden = false;
  /* Whoever is invited takes that seat, also by pressing Enter. */
  for (const other of seats.querySelectorAll("button[form=sit]")) {
    if (other !== button) other.remove();
  }
  button.classList.add("go");
  $("[data-only-invited]", seats)?.remove();
}

/* A browser may forbid storage: then a code is shown once. */
function recall(seat) {
  try { return localStorage.getItem(memory(seat)); } catch { return null; }
}

function keep(seat, code) {
  try { localStorage.setItem(memory(seat), code); } catch { /* see above */ }
}

function showCode(place, code) {
  const again = Object.assign(document.createElement("button"), { type: "button", className: "btn quiet", textContent: texts.again });
  again.dataset.makeCode = "";
  const note = Object.assign(document.createElement("p"), { className: "muted", textContent: texts.once });
  place.replaceChildren(linkField(addressOf(`${path}#seat${place.dataset.invite}=${code}`), texts), note, again);
}

async function makeCode(place) {
  const seat = Number(place.dataset.invite);
  const answer = await fetch(`${at}/invite`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ seat }),
  }).catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (!answer?.ok) return tell(told?.text ?? texts.failed);
  keep(seat, told.code);
  const now = $(`[data-invite="${seat}"]`, seats);
  if (now) showCode(now, told.code);
}

function tell(words) {
  $("#news").textContent = words;
  document.body.classList.add("lost");
  $("#lost").textContent = words;
}

/* ---------- pressing ---------- */

document.addEventListener("click", (event) => {
  const copy = event.target.closest("[data-copy]");
  const share = event.target.closest("[data-share]");
  const make = event.target.closest("[data-make-code]");
  if (copy) copyFrom($(`#${copy.dataset.copy}`), copy, texts);
  else if (share) shareFrom($(`#${share.dataset.share}`));
  else if (make) makeCode(make.closest("[data-invite]"));
});

/* ---------- live ---------- */

let streamed = {}; /* what the stream has told, all in all */

function show(told) {
  const news = unfolded(told, streamed);
  streamed = { ...streamed, ...news };
  const began = "board_html" in news;
  const seated = news.seated ?? "seated" in page.dataset;
  if (began || seated !== "seated" in page.dataset) return location.reload();
  page.dataset.version = news.version;
  if (news.seats_html === undefined) return;
  const before = $(".missing", seats).textContent;
  seats.innerHTML = news.seats_html;
  decorate();
  const now = $(".missing", seats).textContent;
  if (now !== before) $("#news").textContent = now;
}

function listen() {
  streamed = {};
  const stream = new EventSource(`${at}/events?since=${encodeURIComponent(page.dataset.version)}`);
  stream.addEventListener("message", (event) => show(JSON.parse(event.data)));
  stream.addEventListener("open", () => lose(false));
  stream.addEventListener("error", () => {
    lose(true);
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
  /* A reload in the middle of sitting down would throw away the answer, and with it the secret of the seat. */
  for (const leaving of ["submit", "pagehide"]) addEventListener(leaving, () => stream.close(), { once: true });
}

function lose(lost) {
  document.body.classList.toggle("lost", lost);
  $("#lost").textContent = lost ? texts.lost : "";
}

addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
addEventListener("hashchange", () => location.reload());

const address = $("#address");
if (address) address.value = addressOf(path);
if (navigator.share) document.querySelectorAll("[data-share]").forEach((button) => { button.hidden = false; });
decorate();
listen();
document.documentElement.dataset.ready = "";
