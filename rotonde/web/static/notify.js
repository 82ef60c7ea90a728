/* Being told on this device that it is one's turn, when no page is open. The browser asks for permission only after
   a click. */
const root = document.body.dataset.root;

export const possible = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/* "on", "off", "denied" or "none". */
export async function state() {
  if (!possible()) return "none";
  if (Notification.permission === "denied") return "denied";
  const worker = await navigator.serviceWorker.getRegistration(`${root}/`);
  return (await worker?.pushManager.getSubscription()) ? "on" : "off";
}

/* To be called in answer to a click; false when the reader or the browser refused. */
export async function start() {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const worker = await navigator.serviceWorker.register(`${root}/push.js`);
  await navigator.serviceWorker.ready;
  const { key } = await (await fetch(`${root}/account/push`)).json();
  const subscription = await subscribe(worker, bytes(key));
  const answer = await post("start", subscription.toJSON());
  if (!answer.ok) await subscription.unsubscribe();
  return answer.ok;
}

export async function stop() {
  const worker = await navigator.serviceWorker?.getRegistration(`${root}/`);
  const subscription = await worker?.pushManager.getSubscription();
  if (!subscription) return;
  await post("stop", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

async function subscribe(worker, key) {
  const wish = { userVisibleOnly: true, applicationServerKey: key };
  const old = await worker.pushManager.getSubscription();
  /* One made for another server's key cannot be used by ours. */
  if (old && text(old.options.applicationServerKey) !== text(key)) await old.unsubscribe();
  return worker.pushManager.subscribe(wish);
}

const post = (path, body) =>
  fetch(`${root}/account/push/${path}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });

/* Bytes as JSON writes them. */
export const bytes = (encoded) =>
  Uint8Array.from(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
export const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
