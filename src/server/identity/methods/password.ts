import { hash, verify } from '@node-rs/argon2';
import { PRODUCT_WORDS } from '#domain/identity/common-passwords.ts';
import { MAX_PASSWORD_LENGTH, passwordFault } from '#domain/identity/password.ts';
import type { FlowMessage } from '#domain/identity/texts.ts';
import { text } from '#domain/identity/texts.ts';
import type { Traits } from '#domain/identity/traits.ts';
import type { IdentityContext } from '../context.ts';
import type { ArgonCost } from '../settings.ts';

/** Lowest accepted zxcvbn score. Passwords with 0 or 1 take at most a few million guesses. */
const WEAKEST_ACCEPTED = 2;

/** Hashes a password with argon2id, on a worker thread. */
export function hashPassword(ctx: IdentityContext, password: string): Promise<string> {
  return hash(normalise(password), ctx.settings.argon);
}

const dummies = new WeakMap<ArgonCost, Promise<string>>();

/**
 * Whether the password matches the hash. Without a hash (the person is unknown or has no password) it takes just as
 * long and returns false, so that timing reveals nothing.
 */
export async function verifyPassword(
  ctx: IdentityContext,
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  if (password.length > MAX_PASSWORD_LENGTH) return false;
  const cost = ctx.settings.argon;
  if (!stored) {
    const dummy = dummies.get(cost) ?? hash('no password has this hash', cost);
    dummies.set(cost, dummy);
    await verify(await dummy, normalise(password));
    return false;
  }
  return verify(stored, normalise(password));
}

/** Whether a hash was created with other cost settings than the current ones. */
export function isOutdated(ctx: IdentityContext, stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = ctx.settings.argon;
  return !stored.includes(`$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

/** The problems of a new password. Empty if it is acceptable. */
export async function passwordFaults(password: string, traits: Traits): Promise<FlowMessage[]> {
  const fault = passwordFault(password, traits);
  if (fault) return [fault];
  const strength = await meter();
  // The cost grows with the length, and the first characters are enough to recognise a weak password.
  const { score } = strength.check(password.slice(0, 64), [
    traits.email,
    traits.name,
    ...PRODUCT_WORDS,
  ]);
  return score < WEAKEST_ACCEPTED ? [text(4000034)] : [];
}

/** Normalises Unicode, so that the same password matches on any keyboard. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

interface Meter {
  check(password: string, inputs: string[]): { score: number };
}

let loaded: Promise<Meter> | undefined;

/** The strength meter. Its word lists are large, so they are loaded on first use. */
function meter(): Promise<Meter> {
  loaded ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }]) =>
      new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }),
  );
  return loaded;
}
