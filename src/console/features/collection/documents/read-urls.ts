/**
 * The URLs in pasted text: separated by whitespace or commas, without duplicates, with `https://` if the scheme is
 * missing.
 */
export function readUrls(text: string): string[] {
  const words = text
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^[<"'(]+|[>"')]+$/g, ''))
    .filter((word) => word !== '');
  return [
    ...new Set(words.map((word) => (/^[a-z][a-z\d+.-]*:/i.test(word) ? word : `https://${word}`))),
  ];
}
