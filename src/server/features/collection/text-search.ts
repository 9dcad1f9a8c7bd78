/** Text search configurations by language code. PostgreSQL has them all since 13. */
const CONFIGURATIONS: Readonly<Record<string, string>> = {
  ar: 'arabic',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  hu: 'hungarian',
  it: 'italian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  tr: 'turkish',
};

/** How PostgreSQL finds the words of a text. Words of languages that it doesn't know are compared as they are. */
export function configurationOf(language: string | null): string {
  return CONFIGURATIONS[language ?? ''] ?? 'simple';
}

/** A condition that any of these words occurs, in the syntax of `tsquery`. */
export function anyOf(words: readonly string[]): string {
  const quoted = words.map((word) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`);
  return quoted.join(' | ');
}
