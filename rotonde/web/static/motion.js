/* Moving pieces: each keeps its data-key and glides to its new place, along its data-way where it has one. A piece that
   was another before names it (data-from); one with data-fades is seen only while it moves. */

const MOVE = 220;
const DEAL = 250;
const APART = 60;
const WHOLE = 600;
const EASE = "cubic-bezier(.2,.7,.2,1)";

const still = matchMedia("(prefers-reduced-motion: reduce)");

export function positions(board) {
  const places = new Map();
  for (const element of board.querySelectorAll("[data-key]")) {
    places.set(element.dataset.key, element.getBoundingClientRect());
  }
  return places;
}

export function glide(board, before) {
  if (still.matches) return;
  const moved = [];
  for (const element of board.querySelectorAll("[data-key]")) {
    const now = element.getBoundingClientRect();
    const then = before.get(element.dataset.key) ?? before.get(element.dataset.from);
    const fades = "fades" in element.dataset;
    if (!then) {
      if (!fades) moved.push([element, entrance(element), DEAL, true]);
    } else if (distance(middle(then), middle(now)) > 2) {
      const steps = way(element, then, now);
      const frames = steps ? alongWay(element, steps) : journey(element, then, now);
      if (fades) for (const frame of frames) frame.opacity = 1;
      moved.push([element, frames, Math.min(WHOLE, MOVE + APART * (frames.length - 2))]);
    }
  }
  const apart = Math.min(APART, (WHOLE - DEAL) / Math.max(1, moved.length));
  moved.forEach(([element, frames, duration, enters], index) => {
    /* At one pace along a way, so that one can follow every step of it. */
    const easing = frames.length > 2 ? "linear" : EASE;
    const timing = { duration, delay: index * apart, easing, fill: "backwards" };
    if (enters || inDrawing(element) || !isClipped(element, board)) element.animate(frames, timing);
    else fly(board, element, frames, timing);
  });
}

/** Part of a drawing: it has its own units and perhaps a transform of its own, which must stay. */
const inDrawing = (element) => Boolean(element.ownerSVGElement);

const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
const minus = ([x, y], [fromX, fromY]) => [x - fromX, y - fromY];
const distance = (one, other) => Math.hypot(...minus(one, other));

function entrance(element) {
  if (inDrawing(element)) return [{ opacity: 0 }, { opacity: 1 }];
  return [
    { opacity: 0, transform: "perspective(600px) rotateY(80deg)" },
    { opacity: 1, transform: "none" },
  ];
}

function journey(element, then, now) {
  if (inDrawing(element)) return alongWay(element, [minus(middle(then), middle(now)), [0, 0]]);
  const scale = now.width ? then.width / now.width : 1;
  const from = `translate(${then.x - now.x}px,${then.y - now.y}px) scale(${scale})`;
  return [
    { transform: from, transformOrigin: "0 0", zIndex: 5 },
    { transform: "none", transformOrigin: "0 0", zIndex: 5 },
  ];
}

/** Where the piece comes by, on the screen and seen from where it is now; none when it does not come from that way. */
function way(element, then, now) {
  const points = wayPoints(element);
  if (!points) return null;
  const steps = points.map((point) => minus(point, points.at(-1)));
  const from = minus(middle(then), middle(now));
  const near = Math.max(12, Math.min(now.width, now.height) / 2);
  const start = steps.findIndex((step) => distance(step, from) < near);
  return start < 0 || start === steps.length - 1 ? null : [from, ...steps.slice(start + 1)];
}

function wayPoints(element) {
  const pairs = (element.dataset.way ?? "").trim().split(/\s+/).map((pair) => pair.split(",").map(Number));
  if (pairs.length < 2 || pairs.flat().some(Number.isNaN)) return null;
  if (inDrawing(element)) {
    const units = element.ownerSVGElement.getScreenCTM();
    return pairs.map(([x, y]) => [units.a * x + units.c * y + units.e, units.b * x + units.d * y + units.f]);
  }
  const ground = element.closest("[data-ground]");
  if (!ground) return null;
  const [width, height] = ground.dataset.ground.split(",").map(Number);
  const box = ground.getBoundingClientRect();
  return pairs.map(([x, y]) => [box.x + (x / width) * box.width, box.y + (y / height) * box.height]);
}

function alongWay(element, steps) {
  const lengths = steps.map((step, index) => (index ? distance(step, steps[index - 1]) : 0));
  const total = lengths.reduce((sum, length) => sum + length, 0) || 1;
  const units = inDrawing(element) ? element.parentNode.getScreenCTM().inverse() : { a: 1, b: 0, c: 0, d: 1 };
  let done = 0;
  return steps.map(([x, y], index) => {
    done += lengths[index];
    const [dx, dy] = [units.a * x + units.c * y, units.b * x + units.d * y];
    return { translate: `${dx}px ${dy}px`, offset: Math.min(1, done / total), zIndex: 5 };
  });
}

/** Whether it lies in a row that scrolls, which would cut off a piece on its way there. */
function isClipped(element, board) {
  for (let around = element.parentElement; around !== board; around = around.parentElement) {
    if (getComputedStyle(around).overflowX !== "visible") return true;
  }
  return false;
}

/** A copy makes the journey above everything; the piece itself is seen when it has arrived. */
function fly(board, element, frames, timing) {
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
