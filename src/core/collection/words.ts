/** Scripts that are written without spaces between words. */
const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}々ー`;
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const RUNS = new RegExp(`[${UNSPACED}]+`, 'gu');
const WORDS = /[\p{L}\p{N}\p{M}]+(?:['’_.@/-]+[\p{L}\p{N}\p{M}]+)*/gu;

/** More words make a query slower, but not better. */
const TERMS_MAX = 64;
const QUERY_MAX = 2000;

/**
 * Prepares a text for a lexical index. Scripts without spaces are indexed as bigrams: 東京都 becomes 東京 京都. Other texts
 * only have compatibility forms such as ﬁ normalised.
 */
export function searchableText(text: string): string {
  const normal = text.normalize('NFKC');
  if (!HAS_UNSPACED.test(normal)) return normal;
  // A single character is a word too, often: 水.
  return normal.replace(RUNS, (run) => ` ${[...pairsOf(run), ...charactersOf(run)].join(' ')} `);
}

/** Prepares a query for text indexed by `searchableText`. */
export function searchableQuery(query: string): string {
  const normal = query.slice(0, QUERY_MAX).toWellFormed().normalize('NFKC');
  if (!HAS_UNSPACED.test(normal)) return normal.trim();
  return normal
    .replace(RUNS, (run) => ` ${pairsOf(run).join(' ')} `)
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The distinct words of a query in lower case: words, identifiers as written (`ERR-4012`) and their parts, and bigrams.
 */
export function termsOf(query: string): string[] {
  const terms = new Set<string>();
  for (const [word] of searchableQuery(query).toLowerCase().matchAll(WORDS)) {
    terms.add(word);
    const parts = word.split(/['’_.@/-]+/);
    if (parts.length > 1) for (const part of parts) terms.add(part);
    if (terms.size >= TERMS_MAX) break;
  }
  return [...terms].slice(0, TERMS_MAX);
}

/** Bigrams; a single character stays alone. */
function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** Han characters, each of which can be a word by itself. */
function charactersOf(run: string): string[] {
  const characters = [...run];
  return characters.length < 2 ? [] : characters.filter((character) => HAN.test(character));
}

const HAN = /\p{sc=Han}/u;
