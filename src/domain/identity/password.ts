import { isCommonPassword, PRODUCT_WORDS, withLetters } from './common-passwords.ts';
import { type FlowMessage, text } from './texts.ts';
import type { Traits } from './traits.ts';

export const MIN_PASSWORD_LENGTH = 8;
/** Hashing a longer password would cost without adding safety. */
export const MAX_PASSWORD_LENGTH = 256;

/** What is wrong with a new password, without looking it up in the list of common ones; undefined if nothing is. */
export function passwordFault(password: string, traits: Traits): FlowMessage | undefined {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH) {
    return text(4000032, { min_length: MIN_PASSWORD_LENGTH, actual_length: length });
  }
  if (password.length > MAX_PASSWORD_LENGTH) {
    return text(4000033, { max_length: MAX_PASSWORD_LENGTH, actual_length: length });
  }
  if (isMadeOf(password, [...wordsOf(traits), ...PRODUCT_WORDS])) return text(4000031);
  return isCommonPassword(password) ? text(4000034) : undefined;
}

/** The words of a person's name and address. */
function wordsOf({ email, name }: Traits): string[] {
  const words = [email, name, ...email.split(/[@.+_-]/), ...name.split(/[\s'.-]+/)];
  return words.map((word) => word.toLowerCase().trim()).filter((word) => word.length >= MIN_WORD);
}

/** Shorter words also occur in good passwords. */
const MIN_WORD = 3;
/** Letters and digits that a password needs besides the words that everyone knows. */
const MIN_REST = 6;

/** Whether little is left of a password without these words. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  return [password.toLowerCase(), withLetters(password)].some((typed) => {
    let rest = typed;
    for (const word of longestFirst) rest = rest.replaceAll(word, ' ');
    return rest !== typed && rest.replace(/[^\p{L}\p{N}]/gu, '').length < MIN_REST;
  });
}
