import { randomBytes } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { parseJson } from '#core/json/parse-json.ts';
import type { IdentityContext } from '../context.ts';
import type { WebauthnKeyRow } from '../repositories/credential.repository.ts';

/** Loaded on first use: it is large, and most processes never need it. */
const webauthn = () => import('@simplewebauthn/server');

const TIMEOUT = 5 * 60_000;
/** EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257];

/** A challenge of 256 random bits, base64url. It can be used once. */
export function newChallenge(): string {
  return randomBytes(32).toString('base64url');
}

const toBytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'));

function descriptors(keys: WebauthnKeyRow[]) {
  return keys.map((key) => ({
    id: key.id,
    type: 'public-key' as const,
    transports: key.transports as never,
  }));
}

/** Options for `navigator.credentials.get`, as JSON. Without keys, any passkey is accepted. */
export function assertionOptions(
  ctx: IdentityContext,
  challenge: string,
  keys: WebauthnKeyRow[] = [],
): string {
  return JSON.stringify({
    publicKey: {
      challenge,
      timeout: TIMEOUT,
      rpId: ctx.settings.relyingParty.id,
      allowCredentials: descriptors(keys),
      // A passkey is used without a user name, so it must identify its owner. A second factor need not.
      userVerification: keys.length > 0 ? 'discouraged' : 'required',
    },
  });
}

/** Options for `navigator.credentials.create`. */
export function creationOptions(
  ctx: IdentityContext,
  challenge: string,
  kind: WebauthnKeyRow['kind'],
  person: { id: string; email: string; name: string },
  known: WebauthnKeyRow[] = [],
): { publicKey: PublicKeyCredentialCreationOptionsJSON } {
  const { id, name } = ctx.settings.relyingParty;
  return {
    publicKey: {
      rp: { id, name },
      user: {
        id: Buffer.from(person.id).toString('base64url'),
        name: person.email,
        displayName: person.name || person.email,
      },
      challenge,
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: TIMEOUT,
      excludeCredentials: descriptors(known),
      authenticatorSelection:
        kind === 'passkey'
          ? { residentKey: 'required', requireResidentKey: true, userVerification: 'required' }
          : { residentKey: 'discouraged', userVerification: 'discouraged' },
      attestation: 'none',
    },
  };
}

export type NewKey = Pick<WebauthnKeyRow, 'id' | 'publicKey' | 'counter' | 'transports'>;

/** The key in a browser's creation response; undefined if the response is invalid. */
export async function verifyCreation(
  ctx: IdentityContext,
  challenge: string,
  kind: WebauthnKeyRow['kind'],
  response: string,
): Promise<NewKey | undefined> {
  const { id, origin } = ctx.settings.relyingParty;
  try {
    const { verifyRegistrationResponse } = await webauthn();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: parseJson(response) as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: kind === 'passkey',
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo) return undefined;
    const { credential } = registrationInfo;
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
    };
  } catch (error) {
    ctx.log.warn({ error: String(error) }, 'rejected a new passkey or security key');
    return undefined;
  }
}

/** The credential id that a response claims. */
export function claimedKeyId(response: string): string | undefined {
  try {
    const { id } = parseJson(response) as { id?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

/** The key's new counter; undefined if the response is invalid. */
export async function verifyAssertion(
  ctx: IdentityContext,
  challenge: string,
  key: WebauthnKeyRow,
  response: string,
): Promise<number | undefined> {
  const { id, origin } = ctx.settings.relyingParty;
  try {
    const { verifyAuthenticationResponse } = await webauthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: parseJson(response) as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: key.kind === 'passkey',
      credential: {
        id: key.id,
        publicKey: toBytes(key.publicKey),
        counter: key.counter,
        transports: key.transports as never,
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch (error) {
    ctx.log.warn({ error: String(error) }, 'rejected a passkey or security key');
    return undefined;
  }
}
