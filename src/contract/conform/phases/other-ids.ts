/** How many characters at the end of an id are changed; 1 in 4,096 ids of 32 letters has no hex digit among them. */
const TAIL = 12;

/**
 * Ids of the same kind; one of them may exist by chance, but not both. Never the id itself.
 * @returns none when nothing in the id can be changed without changing its kind
 */
export function otherIds(id: string): string[] {
  if (/\d+$/.test(id) && !/[0-9a-f]{8}$/i.test(id))
    return ['90817263', '86420975'].map((digits) => id.replace(/\d+$/, digits));
  const turn = (text: string, by: number) =>
    text.replace(/[0-9a-f](?=[^_]*$)/gi, (one) =>
      ((Number.parseInt(one, 16) + by) % 10).toString(),
    );
  // A prefix keeps its meaning, and dash-separated parts keep their form.
  const [head, tail] = [id.slice(0, -TAIL), id.slice(-TAIL)];
  return [3, 7].map((by) => head + turn(tail, by)).filter((other) => other !== id);
}
