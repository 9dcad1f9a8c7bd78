/** The text to index for a chunk: the document's title, the headings above the chunk, then its own text. */
export function indexedText(
  title: string | null,
  chunk: { heading_path: readonly string[]; text: string },
): string {
  const above = [title ?? '', ...chunk.heading_path].filter(
    // A heading that also begins the text, or a title that equals the first heading, isn't repeated.
    (line, index, lines) =>
      line !== '' && line !== lines[index - 1] && !beginsWith(chunk.text, line),
  );
  return [...above, chunk.text].join('\n');
}

function beginsWith(text: string, heading: string): boolean {
  return text.replace(/^[#\s]+/, '').startsWith(`${heading}\n`);
}
