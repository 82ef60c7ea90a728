/* The front page offers the games that this browser has begun and not ended. */
import { recalledTables } from "./tables.js";

const { root } = document.body.dataset;
const place = document.querySelector("#resume");
const tables = recalledTables();
for (const { id, game, name } of tables) {
  const entry = document.createElement("li");
  entry.append(Object.assign(document.createElement("a"), { href: `${root}/t/${id}`, textContent: `${game} · ${name}` }));
  place.querySelector("ul").append(entry);
}
place.hidden = !tables.length;
