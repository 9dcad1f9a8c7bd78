/** What is searched for a chunk: the title of its document and the headings above it, then its text. */
export function indexedText(
  title: string | null,
  chunk: { heading_path: readonly string[]; text: string },
): string {
  const above = [title ?? '', ...chunk.heading_path].filter(
    // A heading that the text begins with, or a title that is the first heading, is said once.
    (line, index, lines) =>
      line !== '' && line !== lines[index - 1] && !beginsWith(chunk.text, line),
  );
  return [...above, chunk.text].join('\n');
}

function beginsWith(text: string, heading: string): boolean {
  return text.replace(/^[#\s]+/, '').startsWith(`${heading}\n`);
}
