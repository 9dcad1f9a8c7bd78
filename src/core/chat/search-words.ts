/** Characters between words. The database divides texts at the same ones: see the migration `chat_search`. */
const BETWEEN = '\\u0001-/:-@[-`{-\\u00bf\\u2000-\\u206f\\u3000-\\u303f';
const SEPARATORS = new RegExp(`[${BETWEEN}]+`);
/** Characters of languages that don't separate words. Each is a word. */
const SINGLE = /[\u3040-\u30ff\u4e00-\u9fff]/g;
/** What a word can begin after. */
const BEFORE = `(^|[${BETWEEN}\\u3040-\\u30ff\\u4e00-\\u9fff])`;
const WORD_MAX = 64;
/** Words of a search. More of them would hardly change what is found. */
const WORDS_MAX = 16;

/** The words of a search, as chats store them. */
export function searchWords(q = ''): string[] {
  return [...new Set(wordsIn(q))].slice(0, WORDS_MAX);
}

/** Whether each word of a search is the beginning of a word in the text. */
export function matchesBeginnings(q: string | undefined, text: string): boolean {
  const wanted = searchWords(q);
  if (wanted.length === 0) return true;
  const words = wordsIn(text);
  return wanted.every((word) => words.some((found) => found.startsWith(word)));
}

/** A regular expression, of JavaScript and PostgreSQL, that finds the beginning of a word. */
export function beginningPattern(word: string): string {
  return word.search(SINGLE) >= 0 ? word : BEFORE + word;
}

function wordsIn(text: string): string[] {
  const words = text.toLowerCase().replace(SINGLE, ' $& ').split(SEPARATORS);
  return words.filter(Boolean).map((word) => [...word].slice(0, WORD_MAX).join(''));
}
