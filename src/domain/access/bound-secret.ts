import { enterAgain, isSamePlace, type SecretPlace } from '#core/access/secret-place.ts';
import type { FieldError } from '#generated/model/index.ts';
import type { Sealer } from '../ports.ts';
import { ProblemError } from '../problem.ts';

declare const bound: unique symbol;

/**
 * A stored secret that is sent somewhere. It is sealed for one place, and can't be opened for another, whatever the row
 * says by then. Columns of such secrets have this type, and `BOUND_TABLES` on the server lists them.
 */
export type BoundSecret = string & { readonly [bound]: true };

/** Secrets from before they were bound to places lack this. */
const MARK = '@';

export function sealFor(
  secrets: Sealer,
  purpose: string,
  place: SecretPlace,
  text: string,
): BoundSecret {
  return `${MARK}${secrets.seal(purpose, text, place.id)}` as BoundSecret;
}

/** @throws Error if it was sealed for another place, or with another secret of the server */
export function openFor(
  secrets: Sealer,
  purpose: string,
  place: SecretPlace,
  sealed: BoundSecret,
): string {
  if (!isBound(sealed)) throw new Error('The secret is not bound to a place');
  return secrets.open(purpose, sealed.slice(MARK.length), place.id);
}

function isBound(sealed: string): boolean {
  return sealed.startsWith(MARK);
}

/**
 * Binds a secret from before secrets were bound to the place where it has been sent until now.
 * @throws Error if it was sealed with another secret of the server
 */
export function bindOld(
  secrets: Sealer,
  purpose: string,
  place: SecretPlace,
  sealed: BoundSecret,
): BoundSecret {
  return isBound(sealed) ? sealed : sealFor(secrets, purpose, place, secrets.open(purpose, sealed));
}

/** A stored secret that a change leaves as it is. */
export interface KeptSecret {
  /** What people call it: `the key`. */
  what: string;
  /** The field to enter it in. */
  pointer: string;
  before: SecretPlace;
  after: SecretPlace;
}

/**
 * Refuses a change that would send secrets elsewhere without their being entered again.
 * @throws ProblemError 400 `secret_needed`, with every secret to enter
 */
export function requireSecrets(kept: readonly KeptSecret[]): void {
  const errors = kept.flatMap(({ what, pointer, before, after }): FieldError[] =>
    isSamePlace(before, after) ? [] : [{ pointer, message: enterAgain(what, before, after) }],
  );
  const [first] = errors;
  if (first) throw new ProblemError('secret_needed', first.message, { errors });
}
