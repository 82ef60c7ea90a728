/* The account page: passkeys, and being told. Everything else works without this script. */
import * as notify from "./notify.js";

const root = document.body.dataset.root;
const { bytes, text } = notify;

/* ---- Passkeys ---- */

async function ask(path, body) {
  const answer = await fetch(`${root}/account/passkey/${path}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Refused(told.text);
  return told;
}

class Refused extends Error {}

async function makeKey(kind, name) {
  const login = document.querySelector("#new-login");
  if (kind === "register" && !login.reportValidity()) return false;
  const options = await ask(`${kind}/ask`, kind === "register" ? { login: login.value } : {});
  options.challenge = bytes(options.challenge);
  options.user.id = bytes(options.user.id);
  options.excludeCredentials = (options.excludeCredentials ?? []).map((one) => ({ ...one, id: bytes(one.id) }));
  const made = await navigator.credentials.create({ publicKey: options });
  const { clientDataJSON, attestationObject } = made.response;
  await ask(kind, { name, ...answered(made, { clientDataJSON, attestationObject }) });
  return true;
}

async function enter() {
  const options = await ask("enter/ask", {});
  const found = await navigator.credentials.get({ publicKey: { ...options, challenge: bytes(options.challenge), allowCredentials: [] } });
  const { clientDataJSON, authenticatorData, signature, userHandle } = found.response;
  await ask("enter", answered(found, { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }));
  return true;
}

const answered = (key, response) => ({
  id: key.id,
  rawId: text(key.rawId),
  type: key.type,
  response: Object.fromEntries(Object.entries(response).map(([name, value]) => [name, text(value)])),
});

/* A passkey belongs to a name: browsers make none for an address of numbers. */
const numbers = /^[\d.]+$|^\[/.test(location.hostname);
const possible = window.PublicKeyCredential && !numbers;

for (const button of possible ? document.querySelectorAll("[data-passkey]") : []) {
  const kind = button.dataset.passkey;
  const wrong = document.querySelector(`[data-passkey-wrong=${kind}]`);
  button.hidden = false;
  button.addEventListener("click", async () => {
    wrong.hidden = true;
    button.disabled = true;
    try {
      const name = navigator.userAgentData?.platform || button.dataset.name;
      if (await (kind === "enter" ? enter() : makeKey(kind, name))) {
        location.assign(`${root}/account${kind === "add" ? "?done=passkey" : ""}`);
      }
    } catch (failure) {
      /* Whoever closes the browser's own window changed their mind: nothing to say. */
      if (failure instanceof Refused) {
        wrong.textContent = failure.message;
        wrong.hidden = false;
      } else if (failure.name !== "NotAllowedError" && failure.name !== "AbortError") {
        throw failure;
      }
    } finally {
      button.disabled = false;
    }
  });
}
const hint = document.querySelector("[data-passkey-hint]");
if (hint) hint.hidden = !possible;
for (const note of document.querySelectorAll("[data-passkey-name]")) {
  note.hidden = !window.PublicKeyCredential || !numbers;
  const link = note.querySelector("a");
  link.hidden = !["127.0.0.1", "[::1]"].includes(location.hostname);
  link.href = `${location.protocol}//localhost:${location.port}${location.pathname}`;
  link.textContent = link.href;
}

/* ---- Being told ---- */

const panel = document.querySelector("[data-push]");

async function showState(failed) {
  const now = await notify.state();
  const words = { on: "isOn", off: "isOff", denied: "denied", none: "none" }[now];
  panel.querySelector("p").textContent = failed && now === "off" ? panel.dataset.failed : panel.dataset[words];
  const button = panel.querySelector("button");
  button.hidden = now === "none" || now === "denied";
  button.textContent = now === "on" ? panel.dataset.off : panel.dataset.on;
  panel.hidden = false;
  return now;
}

if (panel) {
  const surrounding = panel.closest("[data-needs-push]");
  if (surrounding) surrounding.hidden = !notify.possible();
  panel.querySelector("button").addEventListener("click", async (event) => {
    event.currentTarget.disabled = true;
    let failed = false;
    try {
      if ((await notify.state()) === "on") await notify.stop();
      else failed = !(await notify.start());
    } catch (failure) {
      /* No way to the push service: the panel says so. */
      if (!(failure instanceof DOMException) && !(failure instanceof TypeError)) throw failure;
      failed = true;
    } finally {
      panel.querySelector("button").disabled = false;
      await showState(failed);
    }
  });
  await showState(false);
}

/* Whoever leaves this browser is not told here any more. */
document.querySelector("[data-log-out]")?.addEventListener("submit", async (event) => {
  if (!notify.possible()) return;
  event.preventDefault();
  try {
    await notify.stop();
  } finally {
    event.target.submit();
  }
});
