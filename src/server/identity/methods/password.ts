import { hash, verify } from '@node-rs/argon2';
import { PRODUCT_WORDS } from '#domain/identity/common-passwords.ts';
import type { Passwords } from '#domain/identity/context.ts';
import { MAX_PASSWORD_LENGTH, passwordFault } from '#domain/identity/password.ts';
import type { ArgonCost } from '#domain/identity/settings.ts';
import { type FlowMessage, text } from '#domain/identity/texts.ts';
import type { Traits } from '#domain/identity/traits.ts';

/** Lowest accepted zxcvbn score. Passwords with 0 or 1 take at most a few million guesses. */
const WEAKEST_ACCEPTED = 2;

/** Hashes passwords with argon2id, on a worker thread. */
export function createPasswords(cost: ArgonCost): Passwords {
  let dummy: Promise<string> | undefined;
  return {
    hash: (password) => hash(normalise(password), cost),
    async verify(stored, password) {
      if (password.length > MAX_PASSWORD_LENGTH) return false;
      if (stored) return verify(stored, normalise(password));
      // It takes as long as with a hash, so that timing reveals nothing.
      dummy ??= hash('no password has this hash', cost);
      await verify(await dummy, normalise(password));
      return false;
    },
    isOutdated(stored) {
      const { memoryCost, timeCost, parallelism } = cost;
      return !stored.includes(`$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
    },
    faults: passwordFaults,
  };
}

/** The problems of a new password. Empty if it is acceptable. */
async function passwordFaults(password: string, traits: Traits): Promise<FlowMessage[]> {
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
