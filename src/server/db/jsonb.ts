/** What jsonb cannot hold: NUL and halves of surrogate pairs, as `JSON.stringify` writes them. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** JSON that jsonb takes: what it cannot hold is replaced by what stands for the unreadable. */
export function toJsonb(value: unknown): string {
  const json = JSON.stringify(value);
  if (!UNSTORABLE.test(json)) return json;
  // Only models write such things. Lengths stay, so places in the text stay too.
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll('\0', '\uFFFD').toWellFormed() : inner,
  );
}
