/** What a stream tells. A long text that the page has most of comes in pieces: new text, or from where to where it stands
    in the old one; `known` is what the stream has told so far. */
export function unfolded(news, known) {
  const whole = ([part, told]) => {
    if (!part.endsWith("_html") || typeof told === "string") return [part, told];
    return [part, told.map((piece) => (typeof piece === "string" ? piece : known[part].slice(...piece))).join("")];
  };
  return Object.fromEntries(Object.entries(news).map(whole));
}
