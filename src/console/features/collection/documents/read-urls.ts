/** The URLs in a text that someone pasted: separated by lines, spaces or commas, each once, `https://` if none is given. */
export function readUrls(text: string): string[] {
  const words = text
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^[<"'(]+|[>"')]+$/g, ''))
    .filter((word) => word !== '');
  return [
    ...new Set(words.map((word) => (/^[a-z][a-z\d+.-]*:/i.test(word) ? word : `https://${word}`))),
  ];
}
