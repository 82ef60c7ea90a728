/* The games this browser plays, newest first; the server alone knows who may move at them. */
const KEY = "rotonde-tables";
const MOST = 6;

/* A browser may forbid storage: then nothing is remembered. */
export function recalledTables() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(kept) ? kept.filter((one) => /^[\w-]+$/.test(one?.id)) : [];
  } catch {
    return [];
  }
}

export function keepTables(tables) {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(0, MOST)));
  } catch { /* see above */ }
}
