/** Matches what jsonb can't store: NUL and lone surrogates, as written by `JSON.stringify`. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** JSON that jsonb accepts. Characters that it can't store become replacement characters. */
export function toJsonb(value: unknown): string {
  const json = JSON.stringify(value);
  if (!UNSTORABLE.test(json)) return json;
  // Only models write such characters. The length stays the same, so offsets in the text stay valid.
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll('\0', '\uFFFD').toWellFormed() : inner,
  );
}
