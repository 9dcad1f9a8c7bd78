/** The limits of the identity service. Times in milliseconds. */
const minute = 60_000;
const hour = 60 * minute;

export const IDENTITY_LIFESPANS = {
  session: 24 * hour,
  /** A session that isn't used for this long ends. */
  idle: 12 * hour,
  flow: hour,
  code: 10 * minute,
  token: 10 * minute,
  /** For this long after signing in, sign-in methods can be changed without confirming the password. */
  privileged: 15 * minute,
};

/** Attempts at an emailed code, right or wrong, before its flow is replaced. */
export const MAX_CODE_ATTEMPTS = 5;

/** How long emailed codes are. While somebody guesses those for an address, new ones are too long to be guessed. */
export const CODE_DIGITS: { usual: number; guessed: number } = { usual: 6, guessed: 10 };

/** Without 0/o and 1/l/i, because codes are read from paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Twelve backup codes of eight characters. `random` returns a whole number below its argument. */
export function newLookupCodes(random: (below: number) => number): string[] {
  const character = () => ALPHABET[random(ALPHABET.length)];
  return Array.from({ length: 12 }, () => Array.from({ length: 8 }, character).join(''));
}

/** A backup code as it is compared: typed codes may have capitals, spaces and hyphens. */
export function normaliseLookupCode(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, '');
}

/** How long failed attempts slow down the next one. Times in milliseconds. */
export const ATTEMPT_DELAYS = {
  /** The wait after the first attempt that isn't free; it doubles with each further one. */
  first: 250,
  /** The longest wait for attempts at one account from one network. */
  pair: 30_000,
  /** The longest wait because of attempts at the account from elsewhere. The owner has to bear it too. */
  account: 5000,
  /** The longest wait because of attempts at other accounts from the network. */
  network: 10_000,
  /**
   * The time between two attempts at an account while many fail there, from networks that have failed there themselves:
   * at most 720 an hour.
   */
  turn: 5000,
};

/**
 * Attempts at an account, from a network that hasn't failed there more often within a day, that are slowed down a little
 * but never refused, whatever others do. So its owner gets in from anywhere, and somebody with 10,000 networks has at
 * most 20,000 such guesses a day.
 */
export const FRESH_ATTEMPTS = 2;

/**
 * How many attempts may wait at the same time. Any more are refused for a few seconds, except those from fresh networks:
 * beyond that number, those that have waited longest needn't wait any more.
 */
export const ATTEMPTS_WAITING = { pair: 1, network: 4, account: 6, all: 200, fresh: 2000 };

/**
 * How long an attempt waits.
 * @param excess attempts beyond the free ones
 * @param longest the longest wait
 */
export function attemptDelay(excess: number, longest: number, first: number): number {
  return excess <= 0 ? 0 : Math.min(longest, first * 2 ** Math.min(excess - 1, 30));
}
