import { randomInt } from 'node:crypto';
import type { IdentityContext } from '../context.ts';
import { consumeLookupCode } from '../repositories/credential.repository.ts';

const CODES = 12;
const LENGTH = 8;
/** No 0/o, 1/l/i: codes are read from paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Twelve codes of eight characters. */
export function newLookupCodes(): string[] {
  const character = () => alphabet[randomInt(alphabet.length)];
  return Array.from({ length: CODES }, () => Array.from({ length: LENGTH }, character).join(''));
}

const normalise = (code: string) => code.toLowerCase().replace(/[\s-]/g, '');

/** What is stored of a code. */
export function lookupHash(ctx: IdentityContext, identityId: string, code: string): string {
  return ctx.vault.mac('lookup', `${identityId}\n${normalise(code)}`);
}

/** Uses a backup code up, under whichever secret it was stored. */
export async function acceptLookupCode(
  ctx: IdentityContext,
  identityId: string,
  code: string,
): Promise<'accepted' | 'used' | 'unknown'> {
  for (const hash of ctx.vault.macs('lookup', `${identityId}\n${normalise(code)}`)) {
    const answer = await consumeLookupCode(ctx.db, identityId, hash, ctx.clock());
    if (answer !== 'unknown') return answer;
  }
  return 'unknown';
}

const VAULT = 'pending-lookup';

/** New codes as a flow keeps them until they are confirmed: encrypted. */
export function sealLookupCodes(ctx: IdentityContext, codes: string[]): string {
  return ctx.vault.encrypt(VAULT, codes.join(' '));
}

/** The codes that wait to be confirmed. */
export function pendingLookupCodes(
  ctx: IdentityContext,
  sealed: string | undefined,
): string[] | undefined {
  return sealed ? ctx.vault.decrypt(VAULT, sealed).split(' ') : undefined;
}
