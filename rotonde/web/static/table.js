/* The table. It knows the legal moves as lists of things to touch, and nothing of any rule:
   touching things narrows the moves down until one is left, and that one can be played.
   A proposal is a series of moves that the game offers as one: at any time, or for a thing that is farther away. */

import { bringIn, focusOnMaps, showMaps, useMaps } from "./maps.js";
import { glide, positions } from "./motion.js";
import { unfolded } from "./news.js";

const $ = (selector, root = document) => root.querySelector(selector);
const table = $("#table");
const board = $("#board");
const bar = $("#bar");
const news = $("#news");
const texts = JSON.parse($("#texts").textContent);
const address = `${document.body.dataset.root}/t/${table.dataset.id}`;
const live = "live" in table.dataset;
const PATIENCE = 1000;
const SILENCE = 45000;
const still = matchMedia("(prefers-reduced-motion: reduce)");

let view = JSON.parse($("#view").textContent);
let chosen = new Set();
let targets = new Set(view.targets);
let offered = null; /* { list, at, thing }: the proposals being looked at, and which of them */
let gesture = null; /* { from, to }: between which numbers the last gesture of this page was played */
let hinted = null; /* the standing proposal under the pointer */
let asked = new Map(); /* what the server proposes for a thing, as long as nothing happens */
let pointedAt = null;
let refusal = null;
let byKeyboard = false;
let astray = false; /* whether nothing that may be touched is in sight */
let busy = false;
let streamed = {}; /* what the stream has told, all in all */
let waiting = null; /* { number, arrived }: what this page did is shown when the stream tells it */

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
  const tags = (hinted ?? shown)?.tags ?? {};
  board.querySelectorAll(".map-mark, .map-way").forEach((mark) => mark.remove());
  drawWays(hinted ?? shown);
  for (const element of pieces()) {
    const thing = element.dataset.thing;
    const isChosen = chosen.has(thing) || offered?.thing === thing;
    const mayTouch = legal.has(thing);
    const mayReach = !mayTouch && !chosen.size && targets.has(thing);
    element.classList.toggle("legal", mayTouch);
    element.classList.toggle("target", mayReach);
    element.classList.toggle("chosen", isChosen);
    element.classList.toggle("pick", mayTouch && Boolean(shown?.things.includes(thing)));
    if (isChosen) element.setAttribute("aria-pressed", "true");
    else element.removeAttribute("aria-pressed");
    const tabIndex = mayTouch || mayReach || isChosen ? 0 : -1;
    if (view.moves.length && element.tabIndex !== tabIndex) element.tabIndex = tabIndex;
    if (element.ownerSVGElement) {
      if (thing in tags) markOnMap(element, ghostOnMap(tags[thing]));
      else if (isChosen) markOnMap(element, $("#map-tick").content.firstElementChild.firstElementChild.cloneNode(true));
      continue;
    }
    element.querySelectorAll(":scope > .tick, :scope > .ghost").forEach((mark) => mark.remove());
    if (isChosen) element.append($("#tick").content.cloneNode(true));
    if (thing in tags) element.append(ghost(tags[thing]));
  }
  if (shown && shown.note === undefined) foresee(shown);
  paintBar(shown);
  lookAround();
}

/** What a move will do, where there were too many moves to be told of each. */
async function foresee(move) {
  move.note = "";
  const answer = await fetch(`${address}/preview?move=${move.move}`).catch(() => null);
  if (!answer?.ok) return delete move.note;
  Object.assign(move, await answer.json());
  if (view.moves.includes(move) && !refusal) paint();
}

/** The move or proposal whose outcome is shown: that of the thing pointed at, else what was chosen. */
function previewed(legal) {
  if (offered) return offered.list[offered.at];
  if (pointedAt && !chosen.size && targets.has(pointedAt) && !legal.has(pointedAt)) {
    const first = asked.get(pointedAt)?.[0];
    if (first) return first;
  }
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

/* Marks on a drawing lie above all of it and keep their size, however near one looks. */

function markOnMap(element, mark) {
  const drawing = element.closest("svg[data-pan]") ?? element.ownerSVGElement;
  const { x, y } = middleOnMap(drawing, element);
  mark.classList.add("map-mark");
  Object.assign(mark.dataset, { x, y });
  drawing.append(mark);
  sizeMarks(drawing);
}

/** Where a move leads: what these moves pass as a firm line with a dot for each step, the rest dotted. */
function drawWays(shown) {
  const { way = [], later = [] } = shown ?? {};
  for (const [things, kind] of [[later, "later"], [way, "now"]]) {
    const places = things.map(piece).filter(Boolean);
    const drawing = places[0]?.ownerSVGElement;
    if (!drawing || places.length < 2) continue;
    const points = places.map((place) => middleOnMap(drawing, place)).map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
    const lines = ["under", "over", ...(kind === "now" ? ["dots"] : [])].map((part) => {
      const d = part === "dots" ? points.map((point) => `M${point}h0`).join("") : `M${points.join("L")}`;
      return `<path class="${part}" d="${d}"/>`;
    });
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute("class", `map-way ${kind}`);
    group.innerHTML = lines.join("");
    drawing.append(group);
  }
}

function middleOnMap(drawing, element) {
  const box = element.getBoundingClientRect();
  const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
  return middle.matrixTransform(drawing.getScreenCTM().inverse());
}

function ghostOnMap(words) {
  const mark = $("#map-ghost").content.firstElementChild.firstElementChild.cloneNode(true);
  $("text", mark).textContent = words;
  const width = 16 + 10 * words.length;
  $("rect", mark).setAttribute("x", -width / 2);
  $("rect", mark).setAttribute("width", width);
  return mark;
}

function sizeMarks(drawing) {
  const { a, b } = drawing.getScreenCTM();
  for (const mark of drawing.querySelectorAll(":scope > .map-mark")) {
    mark.setAttribute("transform", `translate(${mark.dataset.x} ${mark.dataset.y}) scale(${1 / Math.hypot(a, b)})`);
  }
}

function paintBar(shown) {
  const { several } = meaning(chosen);
  const ready = offered ? offered.list[offered.at] : meaning(chosen).one;
  bar.classList.toggle("refusal", Boolean(refusal));
  bar.classList.toggle("glance", Boolean(shown) && shown !== ready && !refusal);
  bar.classList.toggle("replay", "replay" in table.dataset);
  if (refusal) return fillBar(refusal.text, "", [ruleLink(refusal.rule), button(texts.understood, dismiss)]);
  if (several.length && !offered) {
    const { start, ends } = chosen.size ? inCommon(several) : { ends: several.map((move) => move.say) };
    const choices = several.map((move, index) => pressing("move", move.move, ends[index], "btn go"));
    if (chosen.size) choices.unshift(button(texts.back, clear));
    return fillBar(start ?? texts.choose, "", choices, chosen.size ? null : standing());
  }
  if (shown) {
    const content = $("#confirm").content.cloneNode(true);
    $("[data-say]", content).innerHTML = shown.say;
    $("[data-note]", content).textContent = shown.note;
    $("[data-cancel]", content).hidden = !chosen.size && !offered;
    /* A preview under the pointer is only looked at; it can be played once it is chosen. */
    $("[data-play]", content).disabled = shown !== ready;
    if (shown.moves?.length > 1) $("[data-play]", content).textContent = texts.play_all;
    if (offered?.list.length > 1) content.append(row(texts.otherwise, "other", offered.list, offered.at));
    return replaceBar(content);
  }
  if (chosen.size) return fillBar(...hint(), [button(texts.back, clear)]);
  const rest = document.createElement("template");
  rest.innerHTML = view.done_html;
  if (view.can_undo && gesture?.to === view.number && gesture.to - gesture.from > 1) {
    $("[data-undo]", rest.content)?.after(pressing("undoAll", "", texts.undo_all, "btn"));
  }
  const offers = standing();
  if (astray) addSeek(rest.content);
  if (offers) rest.content.append(offers);
  replaceBar(rest.content);
}

/** A part of a move is chosen: how the sentence of the move begins, what all that is left has in common. */
function hint() {
  const open = possible(chosen);
  const { start } = inCommon(open);
  if (!start) return [texts.more, ""];
  const note = open.every((move) => move.note === open[0].note) ? open[0].note : null;
  return [start, [note, texts.more].filter(Boolean).join(" ")];
}

/** How the sentences of these moves begin, if there are words to it, and how each ends. */
function inCommon(moves) {
  const words = moves.map((move) => move.say.split(/[ \u00a0]/));
  let same = 0;
  while (words.every((one) => same < one.length - 1 && one[same] === words[0][same])) same++;
  if (same < 2) return { start: null, ends: moves.map((move) => move.say) };
  const start = document.createElement("span");
  start.innerHTML = `${words[0].slice(0, same).join(" ")} …`;
  return { start, ends: words.map((one) => one.slice(same).join(" ")) };
}

/** The proposals that are there at any time. */
const standing = () => (view.proposals?.length ? row(texts.at_once, "offer", view.proposals) : null);

function row(words, kind, proposals, pressed = -1) {
  const made = document.createElement("div");
  made.className = "offers";
  made.append(Object.assign(document.createElement("span"), { textContent: words }));
  proposals.forEach((proposal, index) => {
    const one = pressing(kind, index, proposal.say, "offer");
    if (pressed >= 0) one.setAttribute("aria-pressed", index === pressed);
    made.append(one);
  });
  return made;
}

/** A button that is known by what it is for, so that it means the same after the bar was filled anew. */
function pressing(kind, value, say, looks) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = looks;
  made.dataset[kind] = value;
  /* One element, however many the words are: a button lays its elements side by side. */
  made.innerHTML = `<span>${say}</span>`;
  return made;
}

function fillBar(words, note, buttons, more = null) {
  const content = document.createDocumentFragment();
  const say = document.createElement("div");
  say.className = "say";
  say.append(words);
  if (note) say.append(Object.assign(document.createElement("small"), { textContent: note }));
  const deeds = document.createElement("div");
  deeds.className = "do";
  deeds.append(...buttons.filter(Boolean));
  content.append(say, deeds);
  if (more) content.append(more);
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

/* ---------- touching ---------- */

async function touch(thing) {
  if (busy) return;
  refusal = null;
  if (offered?.thing === thing) return clear();
  offered = null;
  if (chosen.has(thing)) chosen.delete(thing);
  else if (legalAfter(chosen).has(thing)) chosen.add(thing);
  else if ((chosen.size === 1 || meaning(chosen).one) && legalAfter(new Set()).has(thing)) chosen = instead(thing);
  else if (targets.has(thing)) return reach(thing);
  else return refuse(thing);
  pointedAt = null;
  paint();
  keepClear(piece(thing));
  const move = meaning(chosen).one;
  if (move && byKeyboard) $("[data-play]", bar)?.focus();
}

/* ---------- what may be touched can lie out of sight: up the page, beside a row, off the window of a map ---------- */

const touchable = () => [...board.querySelectorAll("[data-thing].legal")];

const mapOf = (element) => element.closest("svg[data-pan]");

function inSight(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  const [left, top] = [x + width / 2, y + height / 2];
  const inside = (box) => left > box.left && left < box.right && top > box.top && top < box.bottom;
  const bottom = bar.hidden ? innerHeight : bar.getBoundingClientRect().top;
  const map = mapOf(element);
  return inside({ left: 0, right: innerWidth, top: 0, bottom }) && (!map || inside(map.getBoundingClientRect()));
}

function isAstray() {
  const things = view.moves.length ? touchable() : [];
  return things.length > 0 && !things.some(inSight);
}

/** Bring the nearest thing that may be touched into sight. */
function seek() {
  const middle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return Math.hypot(x + width / 2 - innerWidth / 2, y + height / 2 - innerHeight / 2);
  };
  const [nearest] = touchable().sort((one, other) => middle(one) - middle(other));
  if (!nearest) return;
  bringIn(nearest);
  nearest.scrollIntoView({ block: "center", inline: "center", behavior: still.matches ? "auto" : "smooth" });
}

/** The way there stands in the bar, with what is asked: that may be out of sight as well. */
function addSeek(content) {
  if (!$(".do", content)) {
    content.replaceChildren(); /* what was told last stands in the log as well */
    const say = Object.assign(document.createElement("div"), { className: "say", textContent: $("#turn p").textContent });
    content.append(say, Object.assign(document.createElement("div"), { className: "do" }));
  }
  $(".do", content).append(pressing("seek", "", texts.seek, "btn go"));
}

let looking = 0;

/** Something moved: found out a moment later, so that no button goes away under a finger that has just come down. */
function lookAround() {
  cancelAnimationFrame(looking);
  looking = requestAnimationFrame(() => {
    if (astray === isAstray()) return;
    astray = !astray;
    paint();
  });
}

/* ---------- proposals: several moves in one gesture ---------- */

async function reach(thing) {
  const { posed } = view;
  const list = await ask(thing);
  if (view.posed !== posed || list === undefined) return;
  if (!list) return tell(texts.failed);
  if (!list.length) return refuse(thing);
  offer(list, 0, thing);
}

function offer(list, at, thing = null) {
  chosen.clear();
  refusal = hinted = pointedAt = null;
  offered = { list, at, thing };
  paint();
  if (thing) keepClear(piece(thing));
  if (byKeyboard) $("[data-play]", bar)?.focus();
}

/** What the server proposes for a thing; asked once as long as nothing happens. null when it does not answer, undefined
    when something has happened of which this page is about to hear. */
async function ask(thing) {
  const memory = asked;
  if (!memory.has(thing)) {
    const answer = await fetch(`${address}/proposals?${new URLSearchParams({ thing })}`).catch(() => null);
    if (!answer?.ok) return null;
    const { posed, proposals } = await answer.json();
    if (posed !== view.posed) return undefined;
    memory.set(thing, proposals);
  }
  return memory.get(thing);
}

/** Whoever stays on a thing for a moment sees what leads there. */
function askSoon(thing) {
  if (!targets.has(thing) || asked.has(thing)) return;
  setTimeout(async () => {
    if (pointedAt === thing && (await ask(thing)) && pointedAt === thing && !refusal) paint();
  }, 120);
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
    const text = view.obeyed ? texts.obeyed : texts.not_your_turn;
    if (live && view.seat !== null && !view.over) refusal = { text, rule: "" };
  } else {
    const { posed } = view;
    const reason = await why(thing);
    if (view.posed !== posed) return;
    refusal = reason;
  }
  paint();
}

async function why(thing) {
  const query = new URLSearchParams([["thing", thing], ...[...chosen].map((one) => ["chosen", one])]);
  const answer = await fetch(`${address}/why?${query}`).catch(() => null);
  if (!answer) return { text: texts.failed, rule: "" };
  return (answer.ok && (await answer.json())) || { text: chosen.size ? texts.elsewhere : texts.no_way, rule: "" };
}

/** What was chosen before the refusal is still chosen. */
function dismiss() {
  refusal = null;
  paint();
}

function clear() {
  refusal = offered = hinted = null;
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
    else if (told.number > view.number) await toldUpTo(told.number);
    return told;
  } catch {
    tell(texts.failed);
  } finally {
    busy = false;
    bar.removeAttribute("aria-busy");
  }
}

/** Wait until the stream has told what was done; when it is slow, ask. */
async function toldUpTo(number) {
  await new Promise((arrived) => {
    waiting = { number, arrived };
    setTimeout(arrived, PATIENCE);
  });
  waiting = null;
  if (view.number >= number) return;
  const answer = await fetch(`${address}/view`);
  if (answer.ok) show(await answer.json(), true);
}

function tell(text, rule = "") {
  refusal = { text, rule };
  paint();
}

const play = (...moves) => post("moves", { number: view.number, seat: view.seat, moves });

async function playChosen() {
  if (!offered) return play(meaning(chosen).one.move);
  const from = view.number;
  const told = await play(...offered.list[offered.at].moves);
  gesture = { from, to: told?.number ?? from };
  paint();
}

async function give(order, on) {
  await post("orders", { order, on });
  /* The switches show what the server keeps, whatever it answered. */
  $("#orders").innerHTML = view.orders_html;
  $(`[data-order="${CSS.escape(order)}"]`)?.focus();
}

/* ---------- a new view ---------- */

/** What the stream tells: the parts that are new. */
function hear(news) {
  if (news.gathering) return location.reload(); /* somebody left before the game began */
  const told = unfolded(news, streamed);
  streamed = { ...streamed, ...told };
  const next = { ...view, ...told };
  if (isOther(next, view)) next.targets = next.proposals = null;
  show(next, busy);
  if (waiting && view.number >= waiting.number) waiting.arrived();
}

/** Whether something else is asked in this view: what somebody chose in the other one means nothing here. */
const isOther = (one, other) => ["posed", "seat", "obeyed"].some((part) => one[part] !== other[part]);

/** What the moves of this view will do, and what can be done in one go: told after the view. */
function hearOffers(offers) {
  if (offers.posed !== view.posed || offers.seat !== view.seat) return;
  offers.previews.forEach((preview, index) => Object.assign(view.moves[index], preview));
  view.proposals = offers.proposals;
  view.targets = offers.targets;
  targets = new Set(view.targets);
  if (!refusal) paint();
}

function show(next, answered = false, source = `${address}/view`) {
  if (next.number < view.number && !("replay" in table.dataset)) return;
  const drawing = next.board_html === view.board_html ? null : drawn(next.board_html);
  if (drawing?.lacks) return showWhole(source, answered);
  const before = positions(board);
  const focused = document.activeElement?.closest?.("[data-thing]")?.dataset.thing;
  const scrolls = scrolled();
  const lastTold = Number($("#log [data-number]")?.dataset.number ?? 0);
  const wasMine = view.moves.length > 0;
  const backOnMap = focusOnMaps();
  const old = view;
  view = next;
  targets = new Set(view.targets ?? []);
  const other = isOther(next, old);
  if (other) {
    offered = hinted = null;
    asked = new Map();
  }
  if (other || answered) {
    refusal = null;
    pointedAt = null;
  }
  if (other || !possible(chosen).length) chosen.clear();
  put("#turn", old.turn_html, next.turn_html);
  put("#question", old.question_html, next.question_html);
  put("#side", old.side_html, next.side_html);
  put("#orders", old.orders_html, next.orders_html);
  put("#seat", old.seat_html, next.seat_html);
  put("#log", old.log_html, next.log_html);
  put("#proof", old.proof_html, next.proof_html);
  if (drawing) {
    board.replaceChildren(drawing.content);
    showMaps();
  }
  paint();
  showHandover(old);
  for (const [element, left, top] of scrolls()) {
    element.scrollLeft = left;
    element.scrollTop = top;
  }
  if (drawing && next.seat !== old.seat) openRows();
  backOnMap();
  if (drawing && focused) piece(focused)?.focus({ preventScroll: true });
  else if (byKeyboard && view.moves.length && !wasMine) firstLegal()?.focus({ preventScroll: true });
  else if (byKeyboard && answered && view.moves.length && document.activeElement === document.body) firstLegal()?.focus();
  /* Other eyes see the table from another side: nothing moved. */
  if (drawing && next.seat === old.seat) glide(board, before);
  /* Whoever has just done something goes on at once; who only watched is not torn away from what they look at, nor
     anybody from the part of a map that they have gone to. */
  if (answered && other && isAstray() && !touchable().some((thing) => inSight(mapOf(thing) ?? thing))) seek();
  announce(lastTold);
  tellOthers();
}

/** Company, clocks, sounds: see company.js. */
function tellOthers() {
  document.dispatchEvent(new CustomEvent("table", { detail: view }));
}

function put(selector, before, after) {
  if (before !== after && after !== undefined) $(selector).innerHTML = after;
}

/** A new board. What never changes on it comes empty, to be taken over from the old one; `lacks` when that is not there. */
function drawn(html) {
  const made = document.createElement("template");
  made.innerHTML = html;
  const kept = new Map([...board.querySelectorAll("[data-once]")].map((one) => [one.dataset.once, one]));
  const empty = [...made.content.querySelectorAll("[data-once]:empty")];
  if (empty.some((one) => !kept.has(one.dataset.once))) return { lacks: true };
  for (const one of empty) one.append(...kept.get(one.dataset.once).childNodes);
  return { content: made.content };
}

async function showWhole(source, answered) {
  const answer = await fetch(`${source}${source.includes("?") ? "&" : "?"}whole`, {
    headers: { Accept: "application/json" },
  }).catch(() => null);
  if (!answer?.ok) return location.reload();
  show(await answer.json(), answered);
}

/** Rows that are wider than the screen open where the game says; later they stay where they were scrolled to. */
function openRows() {
  for (const element of board.querySelectorAll("[data-open-at]")) {
    const thing = piece(element.dataset.openAt);
    let scroller = thing;
    while (scroller && scroller !== board && !canScroll(scroller)) scroller = scroller.parentElement;
    if (!thing || scroller === board) continue;
    const [inner, outer] = [thing.getBoundingClientRect(), scroller.getBoundingClientRect()];
    scroller.scrollLeft += inner.x + inner.width / 2 - outer.x - outer.width / 2;
  }
}

const canScroll = (element) =>
  element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX);

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

/* ---------- keyboard ---------- */

const firstLegal = () => $(".legal", board) ?? $(".target", board);

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
  for (const element of board.querySelectorAll(".legal, .target, .chosen")) {
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
    else if (chosen.size || refusal || offered) {
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

/** Somebody drags from one thing to another: the way there is shown, and when they let go it is as if touched. */
function draw(from, thing, done) {
  if (!done) return point(thing === from ? null : thing);
  point(null);
  if (busy || !thing || thing === from) return;
  clear();
  const both = new Set([from, thing]);
  if (!meaning(both).one) return touch(thing);
  chosen = both;
  paint();
  keepClear(piece(thing));
}

function point(thing) {
  if (thing === pointedAt) return;
  pointedAt = thing;
  askSoon(thing);
  if (!refusal) paint();
}

/** The outcome of a standing proposal shows on the board while its button is pointed at. */
function pointAtOffer(event) {
  const button = event.target.closest("[data-offer]");
  const next = event.type === "pointerout" || !button ? null : view.proposals[button.dataset.offer];
  if (next === hinted) return;
  hinted = next;
  paint();
}

bar.addEventListener("pointerover", pointAtOffer);
bar.addEventListener("pointerout", pointAtOffer);

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
  /* The second half of a double click may fall on a button that has just taken the place of the first. */
  if (event.detail > 1 && at("#bar")) return;
  const thing = at("#board [data-thing]");
  if (thing) touch(thing.dataset.thing);
  else if (at("[data-cancel]")) clear();
  else if (at("[data-play]")) playChosen();
  else if (at("[data-move]")) play(Number(at("[data-move]").dataset.move));
  else if (at("[data-offer]")) offer(view.proposals, Number(at("[data-offer]").dataset.offer));
  else if (at("[data-other]")) offer(offered.list, Number(at("[data-other]").dataset.other), offered.thing);
  else if (at("[data-undo-all]")) post("undo", { number: view.number, count: gesture.to - gesture.from });
  else if (at("[data-undo]")) post("undo", { number: view.number });
  else if (at("[data-seek]")) seek();
  else if (at("[data-ask]")) post("ask", { number: view.number });
  else if (at("[data-answer]")) post("answer", { number: view.number, agrees: at("[data-answer]").dataset.answer === "yes" });
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

document.addEventListener("change", (event) => {
  const { order } = event.target.dataset;
  if (order !== undefined) give(order, event.target.checked);
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
  await show(await answer.json(), false, href);
  history.replaceState(null, "", href);
}

function step(key) {
  const way = { ArrowLeft: "back", ArrowRight: "on", ArrowUp: "first", ArrowDown: "last" }[key];
  $(`[data-step-${way}]`, bar)?.click();
}

/* ---------- live ---------- */

let stream = null;
let heardAt = Date.now();

/** The stream brings what is new. The browser renews it by itself, unless it was refused or nothing comes at all. */
function listen() {
  stream?.close();
  heardAt = Date.now();
  stream = new EventSource(`${address}/events?since=${encodeURIComponent(view.version)}`);
  stream.addEventListener("message", (event) => {
    heardAt = Date.now();
    hear(JSON.parse(event.data));
  });
  stream.addEventListener("offers", (event) => {
    heardAt = Date.now();
    hearOffers(JSON.parse(event.data));
  });
  stream.addEventListener("beat", () => { heardAt = Date.now(); });
  stream.addEventListener("open", () => {
    heardAt = Date.now();
    lose(false);
  });
  stream.addEventListener("error", () => {
    lose(true);
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
}

/** A line can be dead without a word: whoever hears no beat for a while asks again. */
function listenAgain() {
  if (!document.hidden && Date.now() - heardAt > SILENCE) listen();
}

let losing = null;

/** Said when it lasts: most lines are back before anybody has noticed. */
function lose(lost) {
  clearTimeout(losing);
  const say = () => {
    document.body.classList.toggle("lost", lost);
    $("#lost").textContent = lost ? texts.lost : "";
  };
  if (lost) losing = setTimeout(say, 800);
  else say();
}

function goLive() {
  listen();
  setInterval(listenAgain, 5000);
  /* A browser without a network may still reach a server on its own machine: a new stream finds out. */
  for (const kind of ["online", "offline"]) addEventListener(kind, listen);
  addEventListener("pagehide", () => stream.close());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) listenAgain();
  });
}

/* A page that the browser kept in memory may be old by now. */
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

useMaps(board, table.dataset.id, texts, (sheet) => { sizeMarks(sheet); lookAround(); }, draw);
new ResizeObserver(() => {
  document.body.style.setProperty("--bar", `${bar.offsetHeight}px`);
  lookAround();
}).observe(bar);
for (const kind of ["scroll", "resize"]) addEventListener(kind, lookAround, { capture: true, passive: true });
openRows();
paint();
coverForHandover();
tellOthers();
if (live) goLive();
document.documentElement.dataset.ready = "";
