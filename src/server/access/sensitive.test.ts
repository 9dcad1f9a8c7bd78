import type { FastifyRequest } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '#domain/call.ts';
import { startTestApp, type TestApp, testPerson, testVerifier } from '../testing.ts';
import { createAuthenticate } from './authenticate.ts';
import type { VerifiedPerson } from './identity-verifier.ts';

let server: TestApp;
/** What the token of each person says, besides who they are. */
const claims = new Map<string, Partial<VerifiedPerson>>();
const old = () => ({ knownAt: Date.now() - 61_000 });

/** Like an external Ory service without an admin URL: nobody knows more than the token says. */
const verifier = {
  ...testVerifier,
  announces: false,
  async verifyToken(token: string) {
    const name = token.replace('token-', '');
    return { ...testPerson(name), ...claims.get(name) };
  },
};

beforeAll(async () => {
  server = await startTestApp({}, { verifier });
});
afterEach(() => claims.clear());
afterAll(() => server.close());

describe('a token that is older than a minute', () => {
  it('is refused by every sensitive operation, and by no other', async () => {
    await server.as('ada')('GET', '/user');
    claims.set('ada', old());
    const refusing = new Set<string>();
    for (const { id, method, path, permission } of Object.values(operations)) {
      if (permission === 'public' || permission === 'visitor') continue;
      const url = `/api/v1${path.replace(/\{\w+\}/g, 'x')}`;
      const headers = { authorization: 'Bearer token-ada' };
      const { status, body } = await server.call({ method, url, headers });
      if (status === 401 && body.code === 'token_too_old') refusing.add(id);
    }
    const sensitive = Object.values(operations).filter((operation) => operation.isSensitive);
    expect([...refusing].sort()).toEqual(sensitive.map(({ id }) => id).sort());
    for (const id of ['createApiKey', 'deleteOrg', 'deleteProject', 'rotateWebhookSecret'])
      expect(refusing).toContain(id);
  });

  it('creates no key and deletes nothing, until it is replaced by a new one', async () => {
    const eve = server.as('eve');
    const org = (await eve('GET', '/org')).body.results[0].id;
    const project = (await eve('GET', `/org/${org}/project`)).body.results[0].id;
    const keys = `/org/${org}/project/${project}/api-key`;
    claims.set('eve', old());
    const refused = await eve('POST', keys, { name: 'Mine' });
    expect([refused.status, refused.body.code]).toEqual([401, 'token_too_old']);
    expect((await eve('DELETE', `/org/${org}`)).status).toBe(401);
    expect((await eve('GET', keys)).body.results).toEqual([]);
    claims.clear();
    expect((await eve('POST', keys, { name: 'Mine' })).status).toBe(201);
  });

  it('never brings an older name or email back', async () => {
    const call = server.as('nell');
    const at = Date.now();
    claims.set('nell', { knownAt: at - 30_000 });
    expect((await call('GET', '/user')).body).toMatchObject({ name: 'nell' });
    const renamed = { name: 'Nelly', email: 'nelly@example.com' };
    claims.set('nell', { ...renamed, knownAt: at });
    expect((await call('GET', '/user')).body).toMatchObject(renamed);
    claims.set('nell', { knownAt: at - 30_000 });
    expect((await call('GET', '/user')).body).toMatchObject(renamed);
    // The same second: nobody knows which of the two is newer.
    claims.set('nell', { knownAt: at });
    expect((await call('GET', '/user')).body).toMatchObject(renamed);
    claims.set('nell', { knownAt: at + 1000 });
    expect((await call('GET', '/user')).body).toMatchObject({ name: 'nell' });
  });
});

describe('a refused token', () => {
  it('leaves a log line with the reason, and nothing of the token', async () => {
    const lines: unknown[] = [];
    const log = { info: (...line: unknown[]) => lines.push(line) };
    const request = { log, headers: { authorization: 'Bearer secret' } };
    const operation = operations.getUser;
    const refusing = async (found: VerifiedPerson | null, reason?: string) => {
      const authenticate = createAuthenticate({
        method: 'jwt',
        verifier: {
          ...verifier,
          async verifyToken(_token, report) {
            if (reason) report?.(reason);
            return found;
          },
          findSession: async () => null,
        },
        recognise: () => Promise.reject(new Error('Nobody was identified')),
        findAccessToken: async () => undefined,
        findApiKey: async () => undefined,
        findVisitor: async () => undefined,
        requireSameSite: () => undefined,
      });
      const asking = authenticate(request as unknown as FastifyRequest, operation);
      await expect(asking).rejects.toMatchObject({ code: 'unauthenticated' });
    };
    await refusing(null, 'it expired 75 s ago');
    await refusing(testPerson('ada'));
    expect(lines).toEqual([
      [{ reason: 'it expired 75 s ago' }, 'token refused'],
      [{ reason: 'its session has ended' }, 'token refused'],
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });
});
