/**
 * Characters to remove: control characters, which a database can't store; soft hyphens and byte-order marks, which
 * break searches for words; and characters that hide text from readers but not from models (direction overrides and
 * Unicode tags).
 */
const UNWANTED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
  /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\xAD\u202A-\u202E\u2066-\u2069\uFEFF]|\u{E0001}|[\u{E0020}-\u{E007F}]/gu;

/** Normalises a text for storage and search: line feeds only, well-formed Unicode, no invisible characters. */
export function cleanText(text: string): string {
  const lines = text.replace(/\r\n?|\x85|\u2028|\u2029/g, '\n');
  return lines.toWellFormed().replace(UNWANTED, '');
}

/** Collapses all white space to single spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
