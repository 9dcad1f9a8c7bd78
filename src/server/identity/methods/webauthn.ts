import { randomBytes } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { parseJson } from '#core/json/parse-json.ts';
import type { Keys, Logger } from '#domain/identity/context.ts';
import type { WebauthnKeyRow } from '#domain/identity/rows.ts';
import type { ResolvedSettings } from '#domain/identity/settings.ts';
import { WEBAUTHN_INTEGRITY } from '../http/webauthn-script.ts';

/** Loaded on first use: it is large, and most processes never need it. */
const webauthn = () => import('@simplewebauthn/server');

const TIMEOUT = 5 * 60_000;
/** EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257];

const toBytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'));

function descriptors(keys: WebauthnKeyRow[]) {
  return keys.map((key) => ({
    id: key.id,
    type: 'public-key' as const,
    transports: key.transports as never,
  }));
}

/** Passkeys and security keys of a relying party. */
export function createKeys({ relyingParty }: ResolvedSettings, log: Logger): Keys {
  return {
    scriptIntegrity: WEBAUTHN_INTEGRITY,
    newChallenge: () => randomBytes(32).toString('base64url'),
    assertionOptions(challenge, keys = []) {
      return JSON.stringify({
        publicKey: {
          challenge,
          timeout: TIMEOUT,
          rpId: relyingParty.id,
          allowCredentials: descriptors(keys),
          // A passkey is used without a user name, so it must identify its owner. A second factor need not.
          userVerification: keys.length > 0 ? 'discouraged' : 'required',
        },
      });
    },
    creationOptions(
      challenge,
      kind,
      person,
      known = [],
    ): {
      publicKey: PublicKeyCredentialCreationOptionsJSON;
    } {
      const { id, name } = relyingParty;
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
    },
    async verifyCreation(challenge, kind, response) {
      const { id, origin } = relyingParty;
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
        log.warn({ error: String(error) }, 'rejected a new passkey or security key');
        return undefined;
      }
    },
    claimedId(response) {
      try {
        const { id } = parseJson(response) as { id?: unknown };
        return typeof id === 'string' ? id : undefined;
      } catch {
        return undefined;
      }
    },
    async verifyAssertion(challenge, key, response) {
      const { id, origin } = relyingParty;
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
        log.warn({ error: String(error) }, 'rejected a passkey or security key');
        return undefined;
      }
    },
  };
}
