/* What makes a table a company: talk, clocks, and being called when it is one's turn.
   The table tells by an event of that name what it shows now; nothing here knows a game. */

const $ = (selector, root = document) => root.querySelector(selector);
const table = $("#table");
const texts = JSON.parse($("#texts").textContent);
const { lang } = document.documentElement;
/* Days and hours are written as this reader does: the English of one country counts to 12, of another to 24. */
const locale = navigator.languages.find((one) => one.startsWith(lang)) ?? lang;
const { id } = table.dataset;
const address = `${document.body.dataset.root}/t/${id}`;

const words = (key, values) => texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

/* ---------- what this browser keeps ---------- */

/* A browser may forbid storage: then it lasts for this page. */
function recall(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`rotonde-${key}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(`rotonde-${key}`, JSON.stringify(value));
  } catch { /* see above */ }
}

/** Something kept for this table; the oldest tables are forgotten. */
const recallHere = (key, otherwise) => recall(key, []).find(([table]) => table === id)?.[1] ?? otherwise;

function keepHere(key, value) {
  keep(key, [[id, value], ...recall(key, []).filter(([table]) => table !== id)].slice(0, 50));
}

/* ---------- called when it is one's turn ---------- */

const title = document.title;
const sign = $("link[rel=icon]");
const plainSign = sign.href;
const soundSwitch = $("[data-sound]");
let mine = null;
let sounds = null; /* the way to the loudspeaker, once somebody has touched the page */

if (soundSwitch) {
  soundSwitch.checked = recall("sound", true);
  soundSwitch.addEventListener("change", () => {
    keep("sound", soundSwitch.checked);
    if (soundSwitch.checked) chime();
  });
}

/** Browsers are silent until somebody has touched the page, and so are we. */
function wakeSounds() {
  if (!window.AudioContext) return;
  sounds ??= new AudioContext();
  if (sounds.state === "suspended") sounds.resume().catch(() => {});
}

addEventListener("pointerdown", wakeSounds);
addEventListener("keydown", wakeSounds);

/** Two soft notes, a fourth apart. */
function chime() {
  if (sounds?.state !== "running") return;
  [392, 523.25].forEach((pitch, index) => {
    const start = sounds.currentTime + index * 0.16;
    const note = new OscillatorNode(sounds, { type: "sine", frequency: pitch });
    const volume = new GainNode(sounds, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.12, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0005, start + 0.7);
    note.connect(volume).connect(sounds.destination);
    note.start(start);
    note.stop(start + 0.75);
  });
  document.documentElement.dataset.chimed = Number(document.documentElement.dataset.chimed ?? 0) + 1;
}

function call(view) {
  const now = view.moves.length > 0 || view.handover !== null || Boolean($("#question [data-answer]"));
  document.title = now ? `● ${texts.your_turn} · ${title}` : title;
  sign.href = now ? table.dataset.turnSign : plainSign;
  if (mine === false && now && soundSwitch?.checked) chime();
  mine = now;
}

/* ---------- clocks ---------- */

let clock = null; /* what the server said, with `ahead`: how far this browser's clock is ahead of the server's */

function setClock(told) {
  clock = told && { ...told, ahead: Date.now() / 1000 - told.now };
  tick();
}

function tick() {
  if (!clock) return;
  const left = clock.due === null ? 0 : clock.due + clock.ahead - Date.now() / 1000;
  for (const place of document.querySelectorAll("[data-clock]")) {
    const seat = Number(place.dataset.clock);
    const runs = seat === clock.actor;
    /* The clock stands still for the beginning of a first turn: there is more time than it shows. */
    const seconds = runs ? Math.min(left, clock.left[seat]) : clock.left[seat];
    put(place, minutes(seconds));
    place.classList.toggle("runs", runs);
    place.classList.toggle("short", seconds < 30);
  }
  const until = $("[data-until]");
  if (until && clock.due !== null) put(until, words("until", { when: when(new Date((clock.due + clock.ahead) * 1000)) }));
}

function put(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

function minutes(seconds) {
  const whole = Math.max(0, Math.ceil(Math.abs(seconds) - (seconds < 0 ? 1 : 0)));
  const two = (number) => String(number).padStart(2, "0");
  const rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  const shown = whole >= 3600 ? `${Math.floor(whole / 3600)}:${rest}` : rest.replace(/^0/, "");
  return seconds <= -1 ? `\u2212${shown}` : shown;
}

/** A moment as one says it here and now: 18:00, tomorrow 18:00, Thursday 18:00, 12 March 18:00. */
function when(moment) {
  const time = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }).format(moment);
  const day = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate());
  const days = Math.round((day(moment) - day(new Date())) / 86400000);
  if (days === 0) return time;
  if (days === 1) return words("tomorrow", { time });
  const named = days > 0 && days < 7 ? { weekday: "long" } : { day: "numeric", month: "long" };
  return `${new Intl.DateTimeFormat(locale, named).format(moment)} ${time}`;
}

setInterval(tick, 250);

/* ---------- talk ---------- */

const talk = $("#talk");
const list = $("#remarks");
const log = $("#log");
const form = $("#say");
const badge = $("[data-unread]");
const mergeSwitch = $("[data-merge]");
const held = new Set((talk?.dataset.held ?? "").split(" ").filter(Boolean));
let hidden = new Set(recallHere("hidden", []));
let read = recallHere("read", 0);
let inSight = false;

const remarks = () => [...list.children].filter((one) => one.dataset.remark);
const isUnread = (one) => Number(one.dataset.remark) > read && !held.has(one.dataset.seat) && !hidden.has(one.dataset.seat);

/** What is new comes behind what is there; what was heard twice is told once. */
function hearRemarks(html) {
  if (!html) return;
  const last = Number(remarks().at(-1)?.dataset.remark ?? 0);
  const heard = document.createElement("template");
  heard.innerHTML = html;
  const fresh = [...heard.content.children].filter((one) => Number(one.dataset.remark) > last);
  if (!fresh.length) return;
  const low = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  list.append(...fresh);
  if (low) list.scrollTop = list.scrollHeight;
}

function showTalk() {
  const all = remarks();
  const speakers = new Set(all.map((one) => one.dataset.seat).filter((seat) => !held.has(seat)));
  for (const one of all) one.hidden = hidden.has(one.dataset.seat);
  $(".none", list).hidden = all.some((one) => !one.hidden);
  for (const button of talk.querySelectorAll("[data-hide]")) {
    button.hidden = !speakers.has(button.dataset.hide);
    button.setAttribute("aria-pressed", hidden.has(button.dataset.hide));
  }
  $(".hides", talk).hidden = !speakers.size;
  merge(all);
  if (inSight && !document.hidden && all.length) {
    read = Number(all.at(-1).dataset.remark);
    keepHere("read", read);
  }
  const count = all.filter(isUnread).length;
  badge.textContent = count || "";
  badge.parentElement.setAttribute("aria-label", count ? words("unread", { count }) : texts.read);
  badge.parentElement.hidden = talk.hidden;
}

/** With one switch what was said stands among what was done, by time. */
function merge(all) {
  const merged = mergeSwitch.checked;
  log.querySelectorAll(".remark").forEach((one) => one.remove());
  talk.classList.toggle("merged", merged);
  if (!merged) return;
  for (const one of all.filter((remark) => !remark.hidden)) {
    /* The log begins with the newest. */
    const older = [...log.children].find((line) => line.dataset.at && Number(line.dataset.at) <= Number(one.dataset.at));
    const before = older?.previousElementSibling?.matches(".chapter") ? older.previousElementSibling : older;
    log.insertBefore(one.cloneNode(true), before ?? null);
  }
}

async function say(event) {
  event.preventDefault();
  const field = form.elements.words;
  const text = field.value.trim();
  if (!text) return;
  const note = $("#say-note");
  field.value = "";
  const answer = await fetch(`${address}/chat`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ words: text }),
  }).catch(() => null);
  note.textContent = answer?.ok ? "" : ((await answer?.json().catch(() => null))?.text ?? texts.unsaid);
  if (!answer?.ok && !field.value) field.value = text;
}

if (talk) {
  form?.addEventListener("submit", say);
  mergeSwitch.checked = recall("merge", false);
  mergeSwitch.addEventListener("change", () => {
    keep("merge", mergeSwitch.checked);
    showTalk();
    list.scrollTop = list.scrollHeight;
  });
  talk.addEventListener("click", (event) => {
    const seat = event.target.closest("[data-hide]")?.dataset.hide;
    if (!seat) return;
    if (!hidden.delete(seat)) hidden.add(seat);
    keepHere("hidden", [...hidden]);
    showTalk();
  });
  $("[data-open-talk]").addEventListener("click", (event) => {
    event.preventDefault();
    talk.scrollIntoView({ block: "center" });
    (form?.elements.words ?? talk).focus({ preventScroll: true });
  });
  new IntersectionObserver(([seen]) => {
    inSight = seen.isIntersecting;
    if (inSight) showTalk();
  }, { threshold: 0.3 }).observe(talk);
  document.addEventListener("visibilitychange", showTalk);
  list.scrollTop = list.scrollHeight;
}

/* ---------- what the table shows now ---------- */

let told = {};

document.addEventListener("table", ({ detail: view }) => {
  call(view);
  if (view.clock !== told.clock) setClock(view.clock);
  else if (view.side_html !== told.side_html || view.turn_html !== told.turn_html) tick();
  if (talk) {
    talk.hidden = !view.talks;
    hearRemarks(view.remarks_html);
    showTalk();
  }
  told = view;
});
