/* Maps: an SVG with data-pan is a window on a larger sheet. It is dragged, pinched, and zoomed by wheel, keys and
   buttons; where it looks survives every redrawing. data-pan="x,y,w,h" is where it opens on a narrow screen; when that
   changes, a map that one has come close to goes along, unless its middle is in sight.
   Whoever drags from a data-handle draws a way instead: with a mouse at once, with a finger after holding it there. */

const CLOSEST = 8;
const STEP = 1.5;
const TAP = 6;
const HOLD = 300;
const FOLLOW = 300;
const IN_SIGHT = 0.8;
const BEYOND = 64; /* pixels that one may look past the edge of the sheet: its corners would lie under the buttons */
const narrow = matchMedia("(max-width: 760px)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

const maps = new Map();
const pointers = new Map();
let board;
let keeper;
let texts;
let zoomed;
let draw;
let drawing = null; /* the thing from which a way is being drawn */
let holding = null;
let dragging = null;
let dragged = false;
const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) of(target)?.svg === target && look(of(target));
});

/** Once for a page: `name` keeps what is seen apart from other tables, `onZoom` hears of every change, `onDraw` of a way
    that is drawn: from which thing, to which, and whether the pointer has let go. */
export function useMaps(onBoard, name, words, onZoom, onDraw) {
  [board, keeper, texts, zoomed, draw] = [onBoard, `map ${name}`, words, onZoom, onDraw];
  board.addEventListener("pointerdown", press);
  board.addEventListener("pointermove", drag);
  for (const end of ["pointerup", "pointercancel"]) board.addEventListener(end, release);
  /* A browser that takes a drag for the flick of a page lets the next tap only stop it. */
  board.addEventListener("touchmove", (event) => (drawing || movesMap(event)) && event.preventDefault(), { passive: false });
  board.addEventListener("contextmenu", (event) => (drawing || holding) && event.preventDefault());
  board.addEventListener("click", (event) => dragged && event.detail && stop(event), true);
  board.addEventListener("wheel", turnWheel, { passive: false });
  board.addEventListener("keydown", pressKey);
  board.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && bringIn(event.target));
  showMaps();
}

/** The board was drawn anew: its maps look where they looked before. */
export function showMaps() {
  resized.disconnect();
  const before = new Map(maps);
  maps.clear();
  board.querySelectorAll("svg[data-pan]").forEach((svg, order) => {
    const id = svg.dataset.key ?? String(order);
    const { x, y, width, height } = svg.viewBox.baseVal;
    const map = { id, svg, sheet: { x, y, width, height }, ...recalled(id) };
    maps.set(id, map);
    svg.dataset.map = id;
    svg.style.setProperty("--map-ratio", width / height);
    svg.tabIndex = 0;
    svg.parentElement.classList.add("map-window");
    svg.after(tools(map));
    if (map.width === undefined) open(map);
    look(map);
    resized.observe(svg);
    const last = before.get(id);
    if (last && (last.goes || last.svg.dataset.pan !== svg.dataset.pan)) follow(map);
  });
}

/** Which map or button of a map has the focus; to be called when the board has been drawn anew. */
export function focusOnMaps() {
  const focused = document.activeElement;
  const places = () => [...board.querySelectorAll("svg[data-pan], .map-tools button")];
  const place = places().indexOf(focused);
  return () => places()[place]?.focus({ preventScroll: true });
}

const of = (element) => maps.get(element?.closest?.("[data-map]")?.dataset.map);

/* ---------- where a map looks: the middle, and how much of the sheet's width ---------- */

function open(map) {
  const { sheet } = map;
  const [x, y, width, height] = (map.svg.dataset.pan || "").split(",").map(Number);
  if (narrow.matches && height > 0) {
    Object.assign(map, { x: x + width / 2, y: y + height / 2, width: Math.max(width, height * ratio(map)) });
  } else Object.assign(map, { x: sheet.x + sheet.width / 2, y: sheet.y + sheet.height / 2, width: Infinity });
}

function ratio({ svg, sheet }) {
  const { width, height } = svg.getBoundingClientRect();
  return width && height ? width / height : sheet.width / sheet.height;
}

/** Go where it happens now, if one has come close to the map and does not see that; not while it is being dragged. */
function follow(map) {
  const [x, y, width, height] = map.svg.dataset.pan.split(",").map(Number);
  const to = { x: x + width / 2, y: y + height / 2 };
  const far = { x: to.x - map.x, y: to.y - map.y };
  const seen = { x: map.seen, y: map.seen / ratio(map) };
  const inSight = Math.abs(far.x) < (seen.x / 2) * IN_SIGHT && Math.abs(far.y) < (seen.y / 2) * IN_SIGHT;
  if (!(height > 0) || map.width === Infinity || inSight || pointers.size) return;
  map.goes = true;
  const from = { x: map.x, y: map.y };
  const begun = performance.now();
  const step = () => {
    if (maps.get(map.id) !== map || pointers.size) return;
    const part = still.matches ? 1 : Math.min(1, (performance.now() - begun) / FOLLOW);
    change(map, { x: from.x + far.x * part, y: from.y + far.y * part });
    map.goes = part < 1;
    if (map.goes) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** Show what the map looks at, as far as there is something. */
function look(map) {
  const { svg, sheet } = map;
  const shape = ratio(map);
  const most = Math.max(sheet.width, sheet.height * shape);
  const width = Math.min(most, Math.max(most / CLOSEST, map.width));
  const height = width / shape;
  const beyond = width < most ? (BEYOND * width) / svg.getBoundingClientRect().width || 0 : 0;
  const x = within(map.x, sheet.x - beyond, sheet.width + 2 * beyond, width);
  const y = within(map.y, sheet.y - beyond, sheet.height + 2 * beyond, height);
  Object.assign(map, { x, y, width: width === most ? Infinity : width, seen: width });
  svg.setAttribute("viewBox", [x - width / 2, y - height / 2, width, height].map((one) => one.toFixed(2)).join(" "));
  svg.classList.toggle("near", width < most);
  zoomed(svg);
}

function within(middle, start, length, seen) {
  if (seen >= length) return start + length / 2;
  return Math.min(start + length - seen / 2, Math.max(start + seen / 2, middle));
}

function change(map, to) {
  Object.assign(map, to);
  look(map);
  const { id, x, y, width } = map;
  sessionStorage.setItem(`${keeper} ${id}`, JSON.stringify({ x, y, width: width === Infinity ? 0 : width }));
}

function recalled(id) {
  const { x, y, width } = JSON.parse(sessionStorage.getItem(`${keeper} ${id}`) ?? "{}");
  return width === undefined ? {} : { x, y, width: width || Infinity };
}

/** Come closer by this factor; what lies under the point of the screen stays there. */
function zoom(map, factor, at = middleOf(map.svg.getBoundingClientRect())) {
  const before = toSheet(map, at);
  look(Object.assign(map, { width: map.seen / factor }));
  const after = toSheet(map, at);
  change(map, { x: map.x + before.x - after.x, y: map.y + before.y - after.y });
}

const middleOf = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
const toSheet = ({ svg }, { x, y }) => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());

function pan(map, dx, dy) {
  const unit = map.seen / map.svg.getBoundingClientRect().width;
  change(map, { x: map.x - dx * unit, y: map.y - dy * unit });
}

const whole = (map) => change(map, { width: Infinity });

/** Whoever comes to a thing with the keyboard, or looks for it, must see it. */
export function bringIn(element) {
  const map = of(element);
  if (!map || element === map.svg || element.closest(".map-tools")) return;
  const thing = element.getBoundingClientRect();
  const view = map.svg.getBoundingClientRect();
  const outside = thing.left < view.left || thing.right > view.right || thing.top < view.top || thing.bottom > view.bottom;
  if (!outside) return;
  const { x, y } = toSheet(map, middleOf(thing));
  change(map, { x, y });
}

/* ---------- pointers: one drags, two pinch, and a tap stays a tap ---------- */

function press(event) {
  const map = of(event.target);
  if (!map || event.button || event.target.closest(".map-tools")) return;
  if (!pointers.size) dragged = false;
  dragging = map.id;
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, fromX: event.clientX, fromY: event.clientY });
  letGo();
  const from = pointers.size === 1 && handleAt(event);
  if (!from) return;
  if (event.pointerType !== "touch") drawing = from;
  else {
    holding = setTimeout(() => {
      holding = null;
      drawing = from;
      dragged = true;
      board.setPointerCapture(event.pointerId);
      map.svg.classList.add("drawing");
    }, HOLD);
  }
}

const movesMap = ({ target, cancelable }) => cancelable && dragged && of(target)?.svg.classList.contains("near");

/** The thing where a way can begin, if the pointer is on a handle. */
function handleAt({ clientX, clientY }) {
  const there = document.elementsFromPoint(clientX, clientY);
  return there.some((element) => element.closest("[data-handle]")) && thingAt(there);
}

const thingAt = (elements) =>
  elements.map((element) => board.contains(element) && element.closest("[data-thing]")).find(Boolean)?.dataset.thing;

function letGo() {
  clearTimeout(holding);
  holding = drawing = null;
}

function drag(event) {
  const pointer = pointers.get(event.pointerId);
  const map = maps.get(dragging);
  if (!pointer || !map) return;
  const far = Math.hypot(event.clientX - pointer.fromX, event.clientY - pointer.fromY) > TAP;
  if (!dragged && !far) return;
  clearTimeout(holding);
  holding = null;
  if (!dragged) {
    dragged = true;
    for (const id of pointers.keys()) board.setPointerCapture(id);
    map.svg.classList.add(drawing ? "drawing" : "dragged");
  }
  if (drawing) return draw(drawing, thingAt(document.elementsFromPoint(event.clientX, event.clientY)), false);
  const before = spread();
  const [dx, dy] = [event.clientX - pointer.x, event.clientY - pointer.y];
  Object.assign(pointer, { x: event.clientX, y: event.clientY });
  pan(map, dx / pointers.size, dy / pointers.size);
  if (pointers.size === 2) zoom(map, spread() / before, between());
}

function release(event) {
  if (!pointers.delete(event.pointerId) || pointers.size) return;
  maps.get(dragging)?.svg.classList.remove("dragged", "drawing");
  dragging = null;
  const from = drawing;
  letGo();
  const ends = event.type === "pointerup" && dragged;
  if (from) draw(from, ends && thingAt(document.elementsFromPoint(event.clientX, event.clientY)), true);
  /* The click of a drag comes at once, that of another press later. */
  if (dragged) setTimeout(() => { dragged = pointers.size > 0 && dragged; });
}

function spread() {
  const [one, other] = [...pointers.values()];
  return other ? Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) : 1;
}

function between() {
  const [one, other] = [...pointers.values()];
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}

/* ---------- wheel, keys, buttons ---------- */

/** With Ctrl, as pinching a touch pad sends it: the wheel alone goes on scrolling the page. */
function turnWheel(event) {
  const map = of(event.target);
  if (!map || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  zoom(map, Math.exp(-Math.max(-30, Math.min(30, event.deltaY)) / 100), { x: event.clientX, y: event.clientY });
}

const ARROWS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

function pressKey(event) {
  const map = of(event.target);
  if (!map || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "+" || event.key === "=") zoom(map, STEP);
  else if (event.key === "-") zoom(map, 1 / STEP);
  else if (event.key === "0") whole(map);
  else if (event.key in ARROWS && event.target === map.svg) pan(map, ...ARROWS[event.key].map((one) => 80 * one));
  else return;
  stop(event);
}

const SIGNS = {
  zoom_in: "M10 3v14M3 10h14",
  zoom_out: "M3 10h14",
  whole_map: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4",
};

function tools(map) {
  const deeds = { zoom_in: () => zoom(map, STEP), zoom_out: () => zoom(map, 1 / STEP), whole_map: () => whole(map) };
  const made = document.createElement("div");
  made.className = "map-tools";
  for (const [name, deed] of Object.entries(deeds)) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", title: texts[name] });
    button.setAttribute("aria-label", texts[name]);
    button.innerHTML = `<svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><path d="${SIGNS[name]}" fill="none" stroke="currentColor" stroke-width="2.4"/></svg>`;
    button.addEventListener("click", deed);
    made.append(button);
  }
  return made;
}
