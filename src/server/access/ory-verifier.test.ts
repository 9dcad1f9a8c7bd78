import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccessChange } from '#domain/authorise.ts';
import { cacheVerifier } from './cached-verifier.ts';
import { oryVerifier } from './ory-verifier.ts';

/** Ory's response. Tests change it. */
let whoami: { status: number; body: unknown };
/** The key id that Ory publishes. */
let kid: string;
let asked: string[];
let ory: Server;
let url: string;
let keys: { privateKey: CryptoKey; publicKey: CryptoKey };

const session = {
  id: 'session-1',
  active: true,
  identity: {
    id: 'identity-1',
    traits: { email: 'ada@example.com', name: { first: 'Ada', last: 'Lovelace' } },
    verifiable_addresses: [{ value: 'Ada@example.com', verified: true }],
  },
};
const person = {
  identityId: 'identity-1',
  sessionId: 'session-1',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  isVerified: true,
  knownAt: expect.any(Number),
};
const bearer = { ...person, knownAt: 0 };
const audience = 'taskloom';

beforeEach(async () => {
  whoami = { status: 200, body: session };
  asked = [];
  kid = 'one';
  keys = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(keys.publicKey)), alg: 'ES256' };
  ory = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { cookie, authorization } = request.headers;
    asked.push(`${request.url} ${cookie ?? authorization ?? ''}`);
    const isKeys = request.url === '/.well-known/jwks.json';
    response.writeHead(isKeys ? 200 : whoami.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKeys ? { keys: [{ ...jwk, kid }] } : whoami.body));
  });
  await new Promise<void>((resolve) => ory.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(ory.address() as AddressInfo).port}`;
});
afterEach(() => {
  ory.closeAllConnections();
  ory.close();
});

const claims = {
  sid: 'session-1',
  email: 'ada@example.com',
  email_verified: true,
  name: 'Ada Lovelace',
};

function token(
  more: JWTPayload = {},
  { alg = 'ES256', key = keys.privateKey as CryptoKey | Uint8Array, keyId = 'one' } = {},
) {
  return new SignJWT({
    sub: 'identity-1',
    iss: url,
    aud: audience,
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 60,
    ...claims,
    ...more,
  })
    .setProtectedHeader({ alg, kid: keyId })
    .sign(key);
}

describe('a token of Ory', () => {
  it('identifies a person', async () => {
    expect(await oryVerifier({ url, audience }).verifyToken(await token())).toEqual(person);
  });

  it('says whether the address is verified; if it does not say, it is not', async () => {
    for (const email_verified of [false, 'true', undefined]) {
      const found = await oryVerifier({ url, audience }).verifyToken(
        await token({ email_verified }),
      );
      expect(found).toEqual({ ...person, isVerified: false });
    }
  });

  it('is known to be true since it was issued', async () => {
    const found = await oryVerifier({ url, audience }).verifyToken(await token({ iat: 1000 }));
    expect(found?.knownAt).toBe(1_000_000);
  });

  it.each(['', '/', '//'])("may have an issuer with Kratos's slash at the end", async (slash) => {
    const configured = { url, audience, issuer: `${url}${slash}` };
    for (const iss of [url, `${url}/`])
      expect(await oryVerifier(configured).verifyToken(await token({ iss }))).toEqual(person);
  });

  it('is rejected with a reason that never contains the token', async () => {
    const verifier = oryVerifier({ url, audience });
    const good = await token();
    const bad: [string, string][] = [
      [await token({ exp: 1 }), 'it expired '],
      [
        await token({ iss: 'https://evil.example.com' }),
        `its issuer (iss) is https://evil.example.com instead of ${url}`,
      ],
      [await token({ aud: 'another' }), 'its audience (aud) is another instead of taskloom'],
      [await token({ aud: undefined }), 'its audience (aud) is missing instead of taskloom'],
      [await token({ sid: undefined }), 'its claim sid is missing'],
      [await token({ iat: undefined }), 'its claim iat is missing'],
      [await token({ nbf: Math.floor(Date.now() / 1000) + 60 }), 'its claim nbf is not accept'],
      [await token({}, { keyId: 'other' }), 'the JWKS has no key with its key id (kid)'],
      [`${good.slice(0, -4)}AAAA`, 'its signature is wrong'],
      ['nonsense', 'it is not a signed JWT'],
    ];
    for (const [text, why] of bad) {
      const reasons: string[] = [];
      expect(await verifier.verifyToken(text, reasons.push.bind(reasons))).toBeNull();
      expect(reasons).toEqual([expect.stringContaining(why)]);
      expect(reasons[0]).not.toContain(text.slice(0, 20));
    }
  });

  it('works when the clock of Ory is a few seconds ahead', async () => {
    const soon = Math.floor(Date.now() / 1000) + 5;
    const text = await token({ nbf: soon, iat: soon });
    expect(await oryVerifier({ url, audience }).verifyToken(text)).toEqual(person);
  });

  it('works at once when it has a new key, while made-up keys cause few requests', async () => {
    const verifier = oryVerifier({ url, audience });
    expect(await verifier.verifyToken(await token())).toEqual(person);
    kid = 'two';
    expect(await verifier.verifyToken(await token({}, { keyId: 'two' }))).toEqual(person);
    expect(asked).toHaveLength(2);
    for (let i = 0; i < 50; i += 1) {
      expect(await verifier.verifyToken(await token({}, { keyId: `made-up-${i}` }))).toBeNull();
    }
    expect(asked.length).toBeLessThan(15);
  });

  it('is rejected if it is signed with a shared secret or not at all', async () => {
    const verifier = oryVerifier({ url, audience });
    const secret = new TextEncoder().encode('a sufficiently long secret');
    expect(await verifier.verifyToken(await token({}, { alg: 'HS256', key: secret }))).toBeNull();
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const body = (await token()).split('.')[1];
    expect(await verifier.verifyToken(`${none}.${body}.`)).toBeNull();
  });

  it("can't be verified while Ory is unreachable, but nobody is signed out", async () => {
    const text = await token();
    ory.closeAllConnections();
    await new Promise((resolve) => ory.close(resolve));
    await expect(oryVerifier({ url, audience }).verifyToken(text)).rejects.toMatchObject({
      code: 'identity_unavailable',
    });
  });
});

describe('whoami', () => {
  it('identifies the person of a cookie, or nobody', async () => {
    const verifier = oryVerifier({ url, audience });
    expect(await verifier.whoami('ory=1')).toEqual(person);
    expect(asked).toEqual(['/sessions/whoami ory=1']);
    for (const verifiable_addresses of [
      undefined,
      [{ value: 'other@example.com', verified: true }],
      [{ value: 'ada@example.com', verified: false }],
    ]) {
      const identity = { ...session.identity, verifiable_addresses };
      whoami = { status: 200, body: { ...session, identity } };
      expect(await verifier.whoami('ory=1')).toEqual({ ...person, isVerified: false });
    }
    whoami = { status: 401, body: { error: { code: 401 } } };
    expect(await verifier.whoami('ory=1')).toBeNull();
    whoami = { status: 403, body: { error: { id: 'session_aal2_required' } } };
    expect(await verifier.whoami('ory=1')).toBeNull();
    whoami = { status: 502, body: {} };
    await expect(verifier.whoami('ory=1')).rejects.toMatchObject({ code: 'identity_unavailable' });
  });

  it.each(['', '/', '/.ory/kratos', '/.ory/kratos/'])(
    'is at the base URL, whether or not that has a path or a slash at the end (%s)',
    async (path) => {
      await oryVerifier({ url: url + path, audience }).whoami('ory=1');
      expect(asked).toEqual([`${path.replace(/\/$/, '')}/sessions/whoami ory=1`]);
    },
  );

  it('is called once for several requests, and again after a session may have ended', async () => {
    const forget: ((change: AccessChange) => void)[] = [];
    const invalidation = { on: forget.push.bind(forget), isExact: () => true };
    const verifier = cacheVerifier(oryVerifier({ url, audience }), invalidation);
    await Promise.all(Array.from({ length: 10 }, () => verifier.whoami('ory=1')));
    await verifier.whoami('ory=1');
    expect(asked).toHaveLength(1);
    await verifier.whoami('ory=2');
    expect(asked).toHaveLength(2);
    for (const change of forget) change({ identity: person.identityId });
    whoami = { status: 401, body: {} };
    expect(await verifier.whoami('ory=1')).toBeNull();
    await verifier.whoami('ory=1');
    expect(asked).toHaveLength(4);
  });
});

describe("a token's session", () => {
  const forget: ((change: AccessChange) => void)[] = [];
  const invalidation = { on: forget.push.bind(forget), isExact: () => true };
  const open = (more = {}) =>
    cacheVerifier(oryVerifier({ url, audience, adminUrl: url, ...more }), invalidation);

  it('is looked up in the admin API, so that the token ends with it', async () => {
    const verifier = open({ adminToken: 'ory_pat_1' });
    const moved = { ...session.identity, traits: { email: 'new@example.com', name: 'Ada' } };
    whoami = { status: 200, body: { ...session, identity: moved } };
    const found = await verifier.findSession?.(bearer);
    // As the person is now, whatever the token says.
    expect(found).toEqual({ ...person, email: 'new@example.com', name: 'Ada', isVerified: false });
    expect(asked).toEqual(['/admin/sessions/session-1?expand=identity Bearer ory_pat_1']);
  });

  it.each([
    ['is unknown', 404, {}],
    ['is not active', 200, { ...session, active: false }],
    ['has expired', 200, { ...session, expires_at: '2020-01-01T00:00:00Z' }],
    [
      "is a disabled account's",
      200,
      { ...session, identity: { ...session.identity, state: 'inactive' } },
    ],
    ["is somebody else's", 200, { ...session, identity: { ...session.identity, id: 'other' } }],
  ])('ends the token if it %s', async (_case, status, body) => {
    whoami = { status, body };
    expect(await open().findSession?.(bearer)).toBeNull();
  });

  it("can't be looked up while the admin API refuses or fails, but nobody is signed out", async () => {
    for (const status of [401, 500]) {
      whoami = { status, body: {} };
      const looking = open().findSession?.(bearer);
      await expect(looking).rejects.toMatchObject({ code: 'identity_unavailable' });
    }
  });

  it('is not looked up without an admin URL', () => {
    expect(cacheVerifier(oryVerifier({ url, audience }), invalidation).findSession).toBeUndefined();
  });
});
