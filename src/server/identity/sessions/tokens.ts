import { createHash, randomUUID } from 'node:crypto';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose';
import { createTtlCache } from '#core/cache/ttl-cache.ts';
import type { IdentityContext } from '#domain/identity/context.ts';
import type { SessionRecord } from '#domain/identity/rows.ts';
import { refusalOf } from '../../access/refusal.ts';

const ALGORITHM = 'ES256';
const AUDIENCE = 'taskloom';
const RELOAD_AFTER = 10_000;
const VAULT = 'signing-key';
/**
 * A cache of recently verified tokens: verifying takes a millisecond, and a page sends many requests with the same
 * token.
 */
const CHECKED_MS = 60_000;
const CHECKED_SIZE = 10_000;

/** The claims of a verified token. */
export interface TokenClaims {
  /** Identity id. */
  sub: string;
  /** Session id. */
  sid: string;
  email: string;
  name: string;
  isVerified: boolean;
  aal: 'aal1' | 'aal2';
}

/** Signs and verifies the tokens of `tokenize_as=taskloom`. */
export interface Tokens {
  sign(record: SessionRecord): Promise<string>;
  /**
   * The claims; null if the token isn't ours, has expired or was altered.
   * @param report told why it is refused
   */
  verify(token: string, report?: (reason: string) => void): Promise<TokenClaims | null>;
  /** The public keys that verify tokens. */
  jwks(): Promise<{ keys: JWK[] }>;
}

/** A verified token and its expiry, in seconds since 1970. */
interface Checked {
  claims: TokenClaims;
  expiry: number;
}

interface Key {
  kid: string;
  publicJwk: JWK;
  publicKey: CryptoKey;
  privateKey: CryptoKey;
}

type TokenContext = Pick<IdentityContext, 'rows' | 'settings' | 'clock' | 'vault'>;

/** Creates the signer. Its key is generated on first use and stored encrypted in the database. */
export function createTokens(ctx: TokenContext): Tokens {
  let loading: Promise<Key[]> | undefined;
  let loadedAt = 0;
  const keys = () => {
    if (!loading) {
      loadedAt = Date.now();
      loading = loadKeys(ctx).catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
    }
    return loading;
  };
  const keyOf = async (kid: string | undefined) => {
    const known = (await keys()).find((key) => key.kid === kid);
    // Another node may have added a key. A forged kid must not cause a database query every time.
    if (known || Date.now() - loadedAt < RELOAD_AFTER) return known;
    loading = undefined;
    return (await keys()).find((key) => key.kid === kid);
  };
  const issuer = ctx.settings.publicUrl;
  const checked = createTtlCache<Checked>(CHECKED_SIZE, CHECKED_MS);

  async function check(
    token: string,
    report: ((reason: string) => void) | undefined,
  ): Promise<Checked | null> {
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid }) => {
          const key = await keyOf(kid);
          if (!key) throw new errors.JWKSNoMatchingKey();
          return key.publicKey;
        },
        {
          algorithms: [ALGORITHM],
          issuer,
          audience: AUDIENCE,
          currentDate: ctx.clock(),
          requiredClaims: ['sub', 'exp', 'sid'],
        },
      );
      const { sub, sid, exp, email, email_verified, name, aal } = payload;
      if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) {
        report?.('a claim has the wrong type');
        return null;
      }
      const claims: TokenClaims = {
        sub,
        sid,
        email: String(email ?? ''),
        name: String(name ?? ''),
        isVerified: email_verified === true,
        aal: aal === 'aal2' ? 'aal2' : 'aal1',
      };
      return { claims, expiry: exp };
    } catch (error) {
      report?.(refusalOf(error, { issuer: [issuer], audience: AUDIENCE }));
      return null;
    }
  }

  return {
    async sign({ session, identity }) {
      // The oldest key signs, so that two nodes that start at the same time agree.
      const [key] = (await keys()) as [Key];
      const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
      const latest = new Date(ctx.clock().getTime() + ctx.settings.lifespans.token);
      const expiry = session.expiresAt < latest ? session.expiresAt : latest;
      return new SignJWT({
        sid: session.id,
        email: identity.email,
        email_verified: identity.verifiedAt !== null,
        name: identity.name,
        aal: session.aal,
      })
        .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'JWT' })
        .setSubject(identity.id)
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setIssuedAt(seconds(ctx.clock()))
        .setNotBefore(seconds(ctx.clock()))
        .setExpirationTime(seconds(expiry))
        .setJti(randomUUID())
        .sign(key.privateKey);
    },
    async verify(token, report) {
      // Keyed by a hash, so that no token stays in memory.
      const hash = createHash('sha256').update(token).digest('base64');
      const before = checked.get(hash);
      if (before && before.expiry * 1000 > ctx.clock().getTime()) return before.claims;
      const found = await check(token, report);
      if (found) checked.set(hash, found);
      return found?.claims ?? null;
    },
    jwks: async () => ({ keys: (await keys()).map((key) => key.publicJwk) }),
  };
}

async function loadKeys(ctx: TokenContext): Promise<Key[]> {
  const { signingKeys } = ctx.rows;
  // The oldest first.
  const all = { where: {}, order: ['createdAt', 'id'] } as const;
  let rows = await signingKeys.list(all);
  if (rows.length === 0) {
    const pair = await generateKeyPair(ALGORITHM, { extractable: true });
    const publicJwk = await exportJWK(pair.publicKey);
    const kid = await calculateJwkThumbprint(publicJwk);
    await signingKeys.insert({
      id: kid,
      publicJwk: { ...publicJwk, kid, alg: ALGORITHM, use: 'sig' },
      privateJwk: ctx.vault.encrypt(VAULT, JSON.stringify(await exportJWK(pair.privateKey))),
      createdAt: ctx.clock(),
    });
    rows = await signingKeys.list(all);
  }
  return Promise.all(
    rows.map(async (row) => {
      const privateJwk = JSON.parse(ctx.vault.decrypt(VAULT, row.privateJwk)) as JWK;
      const publicJwk = row.publicJwk as JWK;
      return {
        kid: row.id,
        publicJwk,
        publicKey: (await importJWK(publicJwk, ALGORITHM)) as CryptoKey,
        privateKey: (await importJWK(privateJwk, ALGORITHM)) as CryptoKey,
      };
    }),
  );
}
