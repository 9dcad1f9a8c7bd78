import { type FlowMessage, text } from './texts.ts';
import type { Traits } from './traits.ts';

const MIN_LENGTH = 8;
/** Hashing a longer password would cost without adding safety. */
export const MAX_PASSWORD_LENGTH = 256;

/** The problem of a new password that shows without a dictionary; undefined if there is none. */
export function passwordFault(password: string, traits: Traits): FlowMessage | undefined {
  const length = [...password].length;
  if (length < MIN_LENGTH) {
    return text(4000032, { min_length: MIN_LENGTH, actual_length: length });
  }
  if (password.length > MAX_PASSWORD_LENGTH) {
    return text(4000033, { max_length: MAX_PASSWORD_LENGTH, actual_length: length });
  }
  return resembles(password, wordsOf(traits)) ? text(4000031) : undefined;
}

function wordsOf({ email, name }: Traits): string[] {
  return [email, ...email.split('@'), name, name.replaceAll(/\s/g, '')];
}

function resembles(password: string, words: string[]): boolean {
  const typed = password.toLowerCase();
  return words.some((word) => {
    const known = word.toLowerCase().trim();
    if (known.length < 4) return false;
    // A long password may contain the name. A short one that is mostly the name is too weak.
    return typed.includes(known) && typed.length < known.length + 6;
  });
}
