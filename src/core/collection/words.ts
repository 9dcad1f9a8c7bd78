/** Scripts that are written without spaces between words. */
const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}々ー`;
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const RUNS = new RegExp(`[${UNSPACED}]+`, 'gu');
const WORDS = /[\p{L}\p{N}\p{M}]+(?:['’_.@/-]+[\p{L}\p{N}\p{M}]+)*/gu;

/** A query of more words finds nothing better, and takes longer. */
const TERMS_MAX = 64;
const QUERY_MAX = 2000;

/**
 * A text as a lexical index takes it. Where a script has no spaces, each pair of neighbouring characters becomes a word:
 * 東京都 is 東京 京都. Texts in other scripts stay as they are, but for compatibility forms such as ﬁ.
 */
export function searchableText(text: string): string {
  const normal = text.normalize('NFKC');
  if (!HAS_UNSPACED.test(normal)) return normal;
  // A single character is a word too, often: 水.
  return normal.replace(RUNS, (run) => ` ${[...pairsOf(run), ...charactersOf(run)].join(' ')} `);
}

/** A query for what `searchableText` has indexed. */
export function searchableQuery(query: string): string {
  const normal = query.slice(0, QUERY_MAX).toWellFormed().normalize('NFKC');
  if (!HAS_UNSPACED.test(normal)) return normal.trim();
  return normal
    .replace(RUNS, (run) => ` ${pairsOf(run).join(' ')} `)
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The words of a query in lower case, each once: words, identifiers as they are written (`ERR-4012` with its parts) and
 * pairs of characters.
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

/** Each two neighbouring characters; a single one by itself. */
function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** Characters that are words by themselves; those of an alphabet aren't. */
function charactersOf(run: string): string[] {
  const characters = [...run];
  return characters.length < 2 ? [] : characters.filter((character) => HAN.test(character));
}

const HAN = /\p{sc=Han}/u;
