/** Normalises tags: trimmed, without duplicates, ignoring case. */
export function toTags(given: readonly string[]): string[] {
  const seen = new Set<string>();
  return given
    .map((tag) => tag.trim().replace(/\s+/g, ' '))
    .filter((tag) => {
      const key = tag.toLowerCase();
      return key !== '' && !seen.has(key) && seen.add(key);
    });
}
