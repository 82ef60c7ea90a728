/** What a stream tells. Of a long text that the page has most of only the new part is sent, and how much of the old
    one stands around it; `known` is what the stream has told so far. */
export function unfolded(news, known) {
  const whole = ([part, told]) => {
    if (!part.endsWith("_html") || typeof told === "string") return [part, told];
    const [begin, between, end] = told;
    return [part, known[part].slice(0, begin) + between + known[part].slice(known[part].length - end)];
  };
  return Object.fromEntries(Object.entries(news).map(whole));
}
