/** So much of the end of an id is changed; an id of 32 letters has that many without a hex digit once in 4,096. */
const TAIL = 12;

/**
 * Ids of the same kind, of which one may be there by chance, but not both; never the id itself.
 * @returns none when nothing in the id can be changed without leaving its kind
 */
export function otherIds(id: string): string[] {
  if (/\d+$/.test(id) && !/[0-9a-f]{8}$/i.test(id))
    return ['90817263', '86420975'].map((digits) => id.replace(/\d+$/, digits));
  const turn = (text: string, by: number) =>
    text.replace(/[0-9a-f](?=[^_]*$)/gi, (one) =>
      ((Number.parseInt(one, 16) + by) % 10).toString(),
    );
  // What a prefix says stays, and what is within dashes keeps its form.
  const [head, tail] = [id.slice(0, -TAIL), id.slice(-TAIL)];
  return [3, 7].map((by) => head + turn(tail, by)).filter((other) => other !== id);
}
