/* Setting up a table: another number of seats comes without leaving the page. Without this script the form
   asks for the page anew, which shows the same. */
const form = document.querySelector(".setup form");

form.addEventListener("submit", async (event) => {
  const pressed = event.submitter;
  if (pressed?.name !== "seats") return;
  event.preventDefault();
  const asked = new URLSearchParams(new FormData(form, pressed));
  const address = `${pressed.getAttribute("formaction")}?${asked}`;
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return location.assign(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of [".seats", ".count"]) form.querySelector(part).replaceWith(page.querySelector(`.setup ${part}`));
  form.querySelector(`[name=seats][value="${pressed.value}"]`).focus();
  /* A reload, or another language, keeps what was chosen. */
  history.replaceState(null, "", address);
  for (const link of document.querySelectorAll(".lang a")) {
    const here = location.pathname.slice(document.body.dataset.root.length) + location.search;
    link.search = `?back=${encodeURIComponent(here)}`;
  }
});

/* What matters only with another choice is shown only with it; without this script, always. */
const dependent = [...form.querySelectorAll("[data-only]")].map((one) => [one, Object.entries(JSON.parse(one.dataset.only))]);
function sift() {
  const chosen = new FormData(form);
  for (const [one, needs] of dependent) one.hidden = !needs.every(([name, values]) => values.includes(chosen.get(name)));
}
form.addEventListener("change", sift);
sift();

/* Names that a text may list: each button puts its own in or takes it out. */
for (const picks of form.querySelectorAll(".picks")) {
  const text = picks.closest(".option").querySelector("input");
  const buttons = [...picks.querySelectorAll("button")];
  const listed = () => text.value.split(",").map((name) => name.trim()).filter(Boolean);
  const show = () => {
    const names = listed();
    for (const button of buttons) {
      const there = names.includes(button.textContent);
      button.setAttribute("aria-pressed", there);
      button.disabled = !there && names.length >= picks.dataset.most;
    }
  };
  picks.addEventListener("click", ({ target }) => {
    if (!buttons.includes(target)) return;
    const name = target.textContent;
    const names = listed();
    text.value = (names.includes(name) ? names.filter((one) => one !== name) : [...names, name]).join(", ");
    show();
  });
  text.addEventListener("input", show);
  show();
  picks.hidden = false;
}
