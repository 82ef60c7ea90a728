/* The theme: what the reader chose before, else what the system says (tokens.css does that by itself).
   Loaded in the head, blocking, so that the first paint already has the right colours. */
(() => {
  const KEY = "rotonde-theme";
  const root = document.documentElement;
  root.classList.add("js");

  /* A browser may forbid storage (private windows, strict settings): the switch then lasts for this page. */
  const recall = () => { try { return localStorage.getItem(KEY); } catch { return null; } };
  const keep = (theme) => { try { localStorage.setItem(KEY, theme); } catch { /* see above */ } };

  const chosen = recall();
  if (chosen === "dark" || chosen === "light") root.dataset.theme = chosen;

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-switch]")) return;
    const system = matchMedia("(prefers-color-scheme:dark)").matches ? "dark" : "light";
    root.dataset.theme = (root.dataset.theme || system) === "dark" ? "light" : "dark";
    keep(root.dataset.theme);
  });
})();
