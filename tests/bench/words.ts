/** Like the other digits of base 26, these become letters: words with digits are not reduced to their stem. */
const LETTERS = 'qrstuvwxyz';

/** The nth most frequent of 30,000 words occurs in proportion to 1 / n, as in English. */
function word(): string {
  const digits = Math.floor(30_000 ** Math.random()).toString(26);
  return digits.replace(/\d/g, (digit) => LETTERS[Number(digit)] ?? '');
}

export function words(count: number): string {
  return Array.from({ length: count }, word).join(' ');
}
