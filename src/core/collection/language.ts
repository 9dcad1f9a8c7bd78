/** The languages with a stemmer in every PostgreSQL version since 14. */
const CONFIGS: Readonly<Record<string, string>> = {
  ar: 'arabic',
  hy: 'armenian',
  eu: 'basque',
  ca: 'catalan',
  da: 'danish',
  nl: 'dutch',
  en: 'english',
  fi: 'finnish',
  fr: 'french',
  de: 'german',
  el: 'greek',
  hi: 'hindi',
  hu: 'hungarian',
  id: 'indonesian',
  ga: 'irish',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  es: 'spanish',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

/** PostgreSQL's text search configuration for a language: `simple` for null, and for languages without a stemmer. */
export function searchConfig(code: string | null): string {
  return (code !== null && CONFIGS[code]) || 'simple';
}

/** The text is sampled in several places: a page may begin with a menu, a book with a preface in another language. */
const SAMPLES = 4;
const SAMPLE_CHARACTERS = 1500;
/** Shorter texts are too ambiguous. */
const LETTERS_MIN = 12;

/**
 * Detects the language of a text. The data for it is loaded when it is first needed (1 MB).
 * @returns ISO 639-1, such as `de`; null if it is uncertain
 */
export async function detectLanguage(text: string): Promise<string | null> {
  const sample = sampleOf(text);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return null;
  return byScript(sample, letters) ?? (await byWords(sample, letters));
}

function sampleOf(text: string): string {
  if (text.length <= SAMPLES * SAMPLE_CHARACTERS) return text;
  const step = Math.floor((text.length - SAMPLE_CHARACTERS) / (SAMPLES - 1));
  const starts = Array.from({ length: SAMPLES }, (_, index) => index * step);
  return starts.map((start) => text.slice(start, start + SAMPLE_CHARACTERS)).join('\n');
}

/** Scripts used by one major language only, with the share of letters that decides for it. */
const SCRIPTS: readonly [code: string, letters: RegExp, share: number][] = [
  ['ja', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu, 0.1],
  ['ko', /\p{sc=Hangul}/gu, 0.4],
  ['zh', /\p{sc=Han}/gu, 0.4],
  ['th', /\p{sc=Thai}/gu, 0.4],
  ['el', /\p{sc=Greek}/gu, 0.5],
  ['he', /\p{sc=Hebrew}/gu, 0.5],
  ['hy', /\p{sc=Armenian}/gu, 0.5],
  ['ka', /\p{sc=Georgian}/gu, 0.5],
  ['ta', /\p{sc=Tamil}/gu, 0.5],
];

function byScript(sample: string, letters: number): string | undefined {
  return SCRIPTS.find(
    ([, script, share]) => (sample.match(script)?.length ?? 0) >= letters * share,
  )?.[0];
}

async function byWords(sample: string, letters: number): Promise<string | null> {
  if (letters < LETTERS_MIN) return null;
  const { eld } = await import('eld/extrasmall');
  // URLs and numbers say nothing about the language.
  const words = sample.replace(/\S*[@/\\\d]\S*/g, ' ');
  const result = eld.detect(words);
  return result.isReliable() || letters > 200 ? result.language || null : null;
}
