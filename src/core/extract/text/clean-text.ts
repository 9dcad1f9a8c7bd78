/**
 * What no document needs: control characters, which a database can't store; soft hyphens and byte-order marks, which
 * break words that are searched for; and characters that hide text from readers but not from models (direction
 * overrides and Unicode tags).
 */
const UNWANTED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
  /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\xAD\u202A-\u202E\u2066-\u2069\uFEFF]|\u{E0001}|[\u{E0020}-\u{E007F}]/gu;

/** A text as it can be stored and searched: line feeds only, well-formed, without invisible characters. */
export function cleanText(text: string): string {
  const lines = text.replace(/\r\n?|\x85|\u2028|\u2029/g, '\n');
  return lines.toWellFormed().replace(UNWANTED, '');
}

/** One line: all white space is a single space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
