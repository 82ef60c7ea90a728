/* The table. It knows the legal moves as lists of things to touch, and nothing of any rule:
   touching things narrows the moves down until one is left, and that one can be played. */

import { keepTables, recalledTables } from "./tables.js";

const $ = (selector, root = document) => root.querySelector(selector);
const table = $("#table");
const board = $("#board");
const bar = $("#bar");
const news = $("#news");
const texts = JSON.parse($("#texts").textContent);
const address = `/t/${table.dataset.id}`;
const live = "live" in table.dataset;
const still = matchMedia("(prefers-reduced-motion: reduce)");

const title = document.title;

let view = JSON.parse($("#view").textContent);
let chosen = new Set();
let pointedAt = null;
let refusal = null;
let byKeyboard = false;
let busy = false;

/* ---------- what the chosen things mean ---------- */

const possible = (things) => view.moves.filter((move) => [...things].every((thing) => move.things.includes(thing)));

/** The move that these things name, if they name one; or several that need a word more. */
function meaning(things) {
  const open = possible(things);
  const exact = open.filter((move) => move.things.length === things.size);
  if (things.size === 0) return { several: exact };
  if (exact.length > 1) return { several: exact };
  return { one: exact[0] || (open.length === 1 ? open[0] : undefined), several: [] };
}

const legalAfter = (things) =>
  new Set(possible(things).flatMap((move) => move.things).filter((thing) => !things.has(thing)));

/* ---------- showing it ---------- */

const pieces = () => board.querySelectorAll("[data-thing]");
const piece = (thing) => $(`[data-thing="${CSS.escape(thing)}"]`, board);

function paint() {
  const legal = legalAfter(chosen);
  const shown = previewed(legal);
  for (const element of pieces()) {
    const thing = element.dataset.thing;
    const isChosen = chosen.has(thing);
    const mayTouch = legal.has(thing);
    element.classList.toggle("legal", mayTouch);
    element.classList.toggle("chosen", isChosen);
    element.classList.toggle("pick", mayTouch && Boolean(shown?.things.includes(thing)));
    if (isChosen) element.setAttribute("aria-pressed", "true");
    else element.removeAttribute("aria-pressed");
    if (view.moves.length) element.tabIndex = mayTouch || isChosen ? 0 : -1;
    element.querySelectorAll(":scope > .tick, :scope > .ghost").forEach((mark) => mark.remove());
    if (isChosen) element.append($("#tick").content.cloneNode(true));
    if (shown && thing in shown.tags) element.append(ghost(shown.tags[thing]));
  }
  paintBar(shown);
  document.title = (view.moves.length ? "● " : "") + title;
}

/** The move whose outcome is shown: that of the thing pointed at, else that of the chosen things. */
function previewed(legal) {
  if (pointedAt && legal.has(pointedAt)) {
    const move = meaning(new Set([...chosen, pointedAt])).one;
    if (move) return move;
  }
  return meaning(chosen).one;
}

function ghost(words) {
  const tag = document.createElement("span");
  tag.className = "ghost";
  tag.textContent = words;
  return tag;
}

function paintBar(shown) {
  const { several } = meaning(chosen);
  bar.classList.toggle("refusal", Boolean(refusal));
  bar.classList.toggle("glance", Boolean(shown) && shown !== meaning(chosen).one && !refusal);
  bar.classList.toggle("replay", "replay" in table.dataset);
  if (refusal) return fillBar(refusal.text, "", [ruleLink(refusal.rule), button(texts.understood, dismiss)]);
  if (several.length) {
    const choices = several.map((move) => button(plain(move.say), () => play(move), "go"));
    if (chosen.size) choices.unshift(button(texts.back, clear));
    return fillBar(texts.choose, "", choices);
  }
  if (shown) {
    const content = $("#confirm").content.cloneNode(true);
    $("[data-say]", content).innerHTML = shown.say;
    $("[data-note]", content).textContent = shown.note;
    /* A preview under the pointer is only looked at; it can be played once it is chosen. */
    const ready = shown === meaning(chosen).one;
    $("[data-cancel]", content).hidden = !chosen.size;
    $("[data-play]", content).disabled = !ready;
    return replaceBar(content);
  }
  if (chosen.size) return fillBar(texts.more, "", [button(texts.back, clear)]);
  const rest = document.createElement("template");
  rest.innerHTML = view.done_html;
  replaceBar(rest.content);
}

function fillBar(words, note, buttons) {
  const content = document.createDocumentFragment();
  const say = document.createElement("div");
  say.className = "say";
  say.append(words);
  if (note) say.append(Object.assign(document.createElement("small"), { textContent: note }));
  const deeds = document.createElement("div");
  deeds.className = "do";
  deeds.append(...buttons.filter(Boolean));
  content.append(say, deeds);
  replaceBar(content);
}

/** Put new content into the bar; a button that has the focus keeps it if it is still there. */
function replaceBar(content) {
  const before = bar.innerHTML;
  const holder = document.createElement("div");
  holder.append(content);
  if (holder.innerHTML === before) return;
  const focused = bar.contains(document.activeElement) ? signature(document.activeElement) : null;
  bar.replaceChildren(...holder.childNodes);
  bar.hidden = !bar.children.length;
  if (focused) [...bar.querySelectorAll("button, a")].find((one) => signature(one) === focused)?.focus();
}

const signature = (element) => element.outerHTML;

function button(words, deed, kind = "") {
  const made = document.createElement("button");
  made.type = "button";
  made.className = `btn ${kind}`;
  made.textContent = words;
  made.addEventListener("click", deed);
  return made;
}

function ruleLink(rule) {
  if (!rule) return null;
  const link = document.createElement("a");
  link.className = "btn";
  link.href = `#${rule}`;
  link.dataset.rule = rule;
  link.textContent = `${texts.rule} ${rule}`;
  return link;
}

function plain(html) {
  const made = document.createElement("div");
  made.innerHTML = html;
  return made.textContent;
}

/* ---------- touching ---------- */

async function touch(thing) {
  if (busy) return;
  refusal = null;
  if (chosen.has(thing)) chosen.delete(thing);
  else if (legalAfter(chosen).has(thing)) chosen.add(thing);
  else if ((chosen.size === 1 || meaning(chosen).one) && legalAfter(new Set()).has(thing)) chosen = instead(thing);
  else return refuse(thing);
  pointedAt = null;
  paint();
  keepClear(piece(thing));
  const move = meaning(chosen).one;
  if (move && byKeyboard) $("[data-play]", bar)?.focus();
}

/** Whoever had chosen a whole move and touches something else wants that, with whatever goes with it. */
function instead(thing) {
  const kept = new Set([thing]);
  for (const one of [...chosen].reverse()) {
    if (possible(new Set([...kept, one])).length) kept.add(one);
  }
  return kept;
}

/** The bar has just come: what was touched must not lie under it. */
function keepClear(element) {
  const hidden = element.getBoundingClientRect().bottom + 6 - bar.getBoundingClientRect().top;
  if (!bar.hidden && hidden > 0) scrollBy({ top: hidden, behavior: still.matches ? "auto" : "smooth" });
}

async function refuse(thing) {
  if (!view.moves.length) {
    if (live && view.seat !== null && !view.over) refusal = { text: texts.not_your_turn, rule: "" };
  } else if (!chosen.size && view.why[thing]) {
    refusal = view.why[thing];
  } else {
    refusal = (await why(thing)) || { text: texts.elsewhere, rule: "" };
  }
  paint();
}

async function why(thing) {
  const query = new URLSearchParams([["thing", thing], ...[...chosen].map((one) => ["chosen", one])]);
  const answer = await fetch(`${address}/why?${query}`);
  return answer.ok ? answer.json() : null;
}

/** What was chosen before the refusal is still chosen. */
function dismiss() {
  refusal = null;
  paint();
}

function clear() {
  refusal = null;
  chosen.clear();
  paint();
}

/* ---------- asking the server ---------- */

async function post(what, body) {
  if (busy) return;
  busy = true;
  bar.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(`${address}/${what}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const told = await answer.json();
    if (told.view) show(told.view, true);
    if (!answer.ok) tell(told.text, told.rule);
  } catch {
    tell(texts.failed);
  } finally {
    busy = false;
    bar.removeAttribute("aria-busy");
  }
}

function tell(text, rule = "") {
  refusal = { text, rule };
  paint();
}

const play = (move) => post("moves", { number: view.number, move: move.move });

/* ---------- a new view ---------- */

function show(next, answered = false) {
  if (next.number < view.number && !("replay" in table.dataset)) return;
  const before = positions();
  const focused = document.activeElement?.closest?.("[data-thing]")?.dataset.thing;
  const scrolls = scrolled();
  const lastTold = Number($("#log [data-number]")?.dataset.number ?? 0);
  const wasMine = view.moves.length > 0;
  const old = view;
  view = next;
  if (next.number !== old.number || answered) {
    refusal = null;
    pointedAt = null;
  }
  if (next.number !== old.number || !possible(chosen).length) chosen.clear();
  put("#turn", old.turn_html, next.turn_html);
  put("#side", old.side_html, next.side_html);
  put("#log", old.log_html, next.log_html);
  put("#proof", old.proof_html, next.proof_html);
  const redrawn = put("#board", old.board_html, next.board_html);
  paint();
  showHandover(old);
  for (const [element, left, top] of scrolls()) {
    element.scrollLeft = left;
    element.scrollTop = top;
  }
  if (redrawn && focused) piece(focused)?.focus({ preventScroll: true });
  else if (byKeyboard && view.moves.length && !wasMine) firstLegal()?.focus({ preventScroll: true });
  else if (byKeyboard && answered && view.moves.length && document.activeElement === document.body) firstLegal()?.focus();
  /* Other eyes see the table from another side: nothing moved. */
  if (redrawn && next.seat === old.seat) glide(before);
  if (view.over !== old.over) remember();
  announce(lastTold);
}

function put(selector, before, after) {
  if (before === after) return false;
  $(selector).innerHTML = after;
  return true;
}

function showHandover(old) {
  const screen = $("#handover");
  if (old.handover_html !== view.handover_html) screen.innerHTML = view.handover_html;
  coverForHandover();
}

function coverForHandover() {
  const screen = $("#handover");
  const covered = Boolean(view.handover_html);
  screen.hidden = !covered;
  for (const part of [$("header.top"), table, bar, $("#rules")]) part.inert = covered;
  if (covered && !screen.contains(document.activeElement)) $("[data-look]", screen)?.focus();
}

/** Which inner windows are scrolled, so that the redrawn ones can be put back; found again by class and order. */
function scrolled() {
  const places = [];
  for (const element of table.querySelectorAll("*")) {
    if (element.scrollLeft || element.scrollTop) {
      const name = element.className;
      const order = [...table.getElementsByClassName(name)].indexOf(element);
      places.push([name, order, element.scrollLeft, element.scrollTop]);
    }
  }
  return () =>
    places
      .map(([name, order, left, top]) => [table.getElementsByClassName(name)[order], left, top])
      .filter(([element]) => element);
}

function announce(lastTold) {
  const lines = [...document.querySelectorAll("#log [data-number]")]
    .filter((line) => Number(line.dataset.number) > lastTold)
    .reverse()
    .map((line) => line.textContent.trim());
  if (view.moves.length || view.over) lines.push($("#turn p").textContent.trim());
  if (lines.length) news.textContent = lines.join(" ");
}

/* ---------- moving pieces: each keeps its key and glides to its new place ---------- */

const MOVE = 220;
const DEAL = 250;
const APART = 60;
const WHOLE = 600;
const EASE = "cubic-bezier(.2,.7,.2,1)";

function positions() {
  const places = new Map();
  for (const element of board.querySelectorAll("[data-key]")) {
    places.set(element.dataset.key, element.getBoundingClientRect());
  }
  return places;
}

function glide(before) {
  if (still.matches) return;
  const moved = [];
  for (const element of board.querySelectorAll("[data-key]")) {
    const now = element.getBoundingClientRect();
    const then = before.get(element.dataset.key);
    if (!then) moved.push([element, entrance, DEAL]);
    else if (Math.abs(then.x - now.x) + Math.abs(then.y - now.y) > 2) moved.push([element, journey(then, now), MOVE]);
  }
  const apart = Math.min(APART, (WHOLE - DEAL) / Math.max(1, moved.length));
  moved.forEach(([element, frames, duration], index) => {
    const timing = { duration, delay: index * apart, easing: EASE, fill: "backwards" };
    if (frames === entrance || !isClipped(element)) element.animate(frames, timing);
    else fly(element, frames, timing);
  });
}

/** Whether it lies in a row that scrolls, which would cut off a piece on its way there. */
function isClipped(element) {
  for (let around = element.parentElement; around !== board; around = around.parentElement) {
    if (getComputedStyle(around).overflowX !== "visible") return true;
  }
  return false;
}

/** A copy makes the journey above everything; the piece itself is seen when it has arrived. */
function fly(element, frames, timing) {
  const stage = board.firstElementChild;
  const ground = stage.getBoundingClientRect();
  const place = element.getBoundingClientRect();
  const copy = element.cloneNode(true);
  copy.removeAttribute("data-thing");
  copy.removeAttribute("data-key");
  copy.inert = true;
  Object.assign(copy.style, {
    position: "absolute",
    left: `${place.x - ground.x}px`,
    top: `${place.y - ground.y}px`,
    width: `${place.width}px`,
    height: `${place.height}px`,
  });
  stage.append(copy);
  element.style.opacity = 0;
  copy.animate(frames, timing).finished.catch(() => {}).then(() => {
    copy.remove();
    element.style.opacity = "";
  });
}

const entrance = [
  { opacity: 0, transform: "perspective(600px) rotateY(80deg)" },
  { opacity: 1, transform: "none" },
];

function journey(then, now) {
  const scale = now.width ? then.width / now.width : 1;
  const from = `translate(${then.x - now.x}px,${then.y - now.y}px) scale(${scale})`;
  return [
    { transform: from, transformOrigin: "0 0", zIndex: 5 },
    { transform: "none", transformOrigin: "0 0", zIndex: 5 },
  ];
}

/* ---------- keyboard ---------- */

const firstLegal = () => $(".legal", board);

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest thing one may touch in that direction. */
function neighbour(from, [dx, dy]) {
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const element of board.querySelectorAll(".legal, .chosen")) {
    const [ex, ey] = middle(element);
    const along = (ex - x) * dx + (ey - y) * dy;
    const aside = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
    const far = along + 3 * aside;
    if (element !== from && along > 4 && far < least) [best, least] = [element, far];
  }
  return best;
}

document.addEventListener("keydown", (event) => {
  byKeyboard = true;
  if (event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
  const on = event.target.closest?.("[data-thing]");
  if (event.key === "Escape") {
    if (!$("#rules").hidden) closeRules();
    else if (chosen.size || refusal) {
      if (refusal) dismiss();
      else clear();
      if (!on) firstLegal()?.focus();
    }
  } else if (event.key in ARROWS && !event.target.closest?.("#rules")) {
    if ("replay" in table.dataset) step(event.key);
    else {
      const to = on ? neighbour(on, ARROWS[event.key]) : event.target === document.body && firstLegal();
      if (!to) return;
      to.focus();
      event.preventDefault();
    }
  } else if (event.key === "Enter" && event.target === document.body) {
    $("[data-play]:not(:disabled)", bar)?.click();
  } else if ((event.key === "Enter" || event.key === " ") && on && on.tagName !== "BUTTON") {
    event.preventDefault();
    touch(on.dataset.thing);
  }
});

/* ---------- pointing and pressing ---------- */

document.addEventListener("pointerdown", () => { byKeyboard = false; });

function point(thing) {
  if (thing === pointedAt) return;
  pointedAt = thing;
  if (!refusal) paint();
}

board.addEventListener("pointerover", (event) => {
  if (event.pointerType === "mouse") point(event.target.closest("[data-thing]")?.dataset.thing ?? null);
});
board.addEventListener("pointerleave", () => point(null));
board.addEventListener("focusin", (event) => {
  if (byKeyboard) point(event.target.closest("[data-thing]")?.dataset.thing ?? null);
});
board.addEventListener("focusout", (event) => {
  if (byKeyboard && !board.contains(event.relatedTarget)) point(null);
});

document.addEventListener("click", (event) => {
  const at = (selector) => event.target.closest(selector);
  const thing = at("#board [data-thing]");
  if (thing) touch(thing.dataset.thing);
  else if (at("[data-cancel]")) clear();
  else if (at("[data-play]")) play(meaning(chosen).one);
  else if (at("[data-undo]")) post("undo", { number: view.number });
  else if (at("[data-retry]")) post("bots", {});
  else if (at("[data-look]")) post("look", { seat: Number(at("[data-look]").dataset.look) });
  else if (at("[data-resign]")) $("dialog#resign").showModal();
  else if (at("[data-close-rules]")) closeRules();
  else if (at("[data-open-rules]")) {
    event.preventDefault();
    if ($("#rules").hidden) openRules();
    else closeRules();
  } else if (at("a[data-rule], #rules a[href^='#']")) {
    event.preventDefault();
    openRules(at("a").hash.slice(1));
  } else if (at("a[data-step]") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    goTo(at("a[data-step]").href);
  }
});

$("dialog#resign")?.addEventListener("close", (event) => {
  if (event.target.returnValue === "leave") post("resign", { number: view.number });
  event.target.returnValue = "";
});

/* ---------- rules beside the board ---------- */

let beforeRules = null;

function openRules(rule) {
  const drawer = $("#rules");
  if (drawer.hidden) beforeRules = document.activeElement;
  drawer.hidden = false;
  document.body.classList.add("with-rules");
  $("[data-open-rules]").setAttribute("aria-expanded", "true");
  drawer.querySelectorAll(".here").forEach((one) => one.classList.remove("here"));
  const target = rule && $(`[id="${CSS.escape(rule)}"]`, drawer);
  if (target) {
    target.classList.add("here");
    target.tabIndex = -1;
    target.scrollIntoView({ block: "center" });
  }
  (target || $("#rules-title")).focus({ preventScroll: true });
}

function closeRules() {
  $("#rules").hidden = true;
  document.body.classList.remove("with-rules");
  $("[data-open-rules]").setAttribute("aria-expanded", "false");
  if (beforeRules?.isConnected) beforeRules.focus({ preventScroll: true });
}

/* ---------- replay ---------- */

async function goTo(href) {
  const answer = await fetch(href, { headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer?.ok) return location.assign(href);
  show(await answer.json());
  history.replaceState(null, "", href);
}

function step(key) {
  const way = { ArrowLeft: "back", ArrowRight: "on", ArrowUp: "first", ArrowDown: "last" }[key];
  $(`[data-step-${way}]`, bar)?.click();
}

/* ---------- live ---------- */

function listen() {
  const stream = new EventSource(`${address}/events?since=${encodeURIComponent(view.version)}`);
  stream.addEventListener("message", (event) => show(JSON.parse(event.data)));
  stream.addEventListener("open", () => lose(false));
  stream.addEventListener("error", () => {
    lose(true);
    /* The browser tries again by itself, unless it was refused. */
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
  addEventListener("pagehide", () => stream.close(), { once: true });
}

function lose(lost) {
  document.body.classList.toggle("lost", lost);
  $("#lost").textContent = lost ? texts.lost : "";
}

/* ---------- finding back: the front page shows which games this browser plays ---------- */

function remember() {
  if (!("owner" in table.dataset)) return;
  const { id, title: game, name } = table.dataset;
  const others = recalledTables().filter((one) => one.id !== id);
  keepTables(view.over ? others : [{ id, game, name }, ...others]);
}

/* A page that the browser kept in memory may be old by now. */
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

paint();
coverForHandover();
remember();
if (live) listen();
document.documentElement.dataset.ready = "";
