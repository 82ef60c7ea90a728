/* Links to give away: copied with a button, or shared where the device can. */

/** An address of ours, as others must write it. */
export const addressOf = (path) => location.origin + document.body.dataset.root + path;

/** A field with a link, and the buttons that go with it. */
export function linkField(link, texts) {
  const made = document.createElement("div");
  made.className = "copy";
  const field = Object.assign(document.createElement("input"), { type: "text", readOnly: true, value: link });
  field.setAttribute("aria-label", texts.link);
  const copy = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: texts.copy });
  copy.addEventListener("click", () => copyFrom(field, copy, texts));
  made.append(field, copy);
  if (navigator.share) {
    const share = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: texts.share });
    share.addEventListener("click", () => shareFrom(field));
    made.append(share);
  }
  return made;
}

export async function copyFrom(field, button, texts) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    /* Only secure pages may write there: what is selected can still be copied by hand. */
    if (!document.execCommand("copy")) return;
  }
  button.textContent = texts.copied;
  setTimeout(() => { button.textContent = texts.copy; }, 2000);
}

/** Whoever changes their mind in the middle has shared nothing, and that is all. */
export const shareFrom = (field) => navigator.share({ title: document.title, url: field.value }).catch(() => {});
