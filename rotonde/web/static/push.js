/* Runs while no page is open: shows what the server sends, and opens the table when it is touched. */
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const address = (path) => new URL(path.replace(/^\//, ""), self.registration.scope).href;

self.addEventListener("push", (event) => {
  const { title, body, path, tag, lang } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, {
      body, tag, lang, renotify: true, icon: address("/static/favicon.svg"), data: { url: address(path) },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.url));
});

async function show(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => page.url.split("#")[0] === url);
  return open ? open.focus() : self.clients.openWindow(url);
}

/* The browser changed its address by itself: the server is told, or it would write to nobody. */
self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event.oldSubscription));
});

async function renew(old) {
  const { key } = await (await fetch(address("/account/push"))).json();
  const subscription = await self.registration.pushManager.subscribe({
    userVisibleOnly: true, applicationServerKey: key,
  });
  const headers = { "Content-Type": "application/json" };
  await fetch(address("/account/push/start"), { method: "POST", headers, body: JSON.stringify(subscription) });
  if (old) {
    const body = JSON.stringify({ endpoint: old.endpoint });
    await fetch(address("/account/push/stop"), { method: "POST", headers, body });
  }
}
