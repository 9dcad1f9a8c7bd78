import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findMistake, findOutage, type OryCheckOptions } from './ory-check.ts';

/** The responses of Ory, by path. Tests change them. */
let responses: Record<string, [status: number, body: unknown]>;
let ory: Server;
let url: string;
let options: OryCheckOptions;

beforeEach(async () => {
  ory = createServer(({ url: path = '' }, response) => {
    const [status, body] = responses[path.split('?')[0] ?? ''] ?? [404, {}];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => ory.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(ory.address() as AddressInfo).port}`;
  options = { url, audience: 'taskloom', adminUrl: url, method: 'jwt', timeoutMs: 500 };
  responses = {
    '/sessions/whoami': [401, { error: { code: 401 } }],
    '/.well-known/jwks.json': [200, { keys: [{ kty: 'EC', kid: 'one', x: 'x', y: 'y' }] }],
    '/self-service/login/api': [200, { ui: { action: `${url}/self-service/login?flow=1` } }],
    '/admin/sessions': [200, []],
  };
});
afterEach(() => {
  ory.closeAllConnections();
  ory.close();
});

describe('the check at start', () => {
  it('finds nothing where nothing is wrong', async () => {
    expect(await findMistake(options)).toBeUndefined();
    expect(await findMistake({ ...options, url: `${url}/`, issuer: `${url}/` })).toBeUndefined();
  });

  const mistakes: [string, () => void, RegExp][] = [
    ['another program', () => respond('/sessions/whoami', 404, {}), /IDENTITY_URL .* 404 instead/],
    [
      'no keys',
      () => respond('/.well-known/jwks.json', 404, 'no'),
      /set IDENTITY_JWKS_URL to the public keys/,
    ],
    ['a page', () => respond('/.well-known/jwks.json', 200, '<html>'), /has no key set/],
    [
      'private keys',
      () => respond('/.well-known/jwks.json', 200, { keys: [{ kty: 'EC', d: 'x' }] }),
      /shows private keys/,
    ],
    [
      'keys of no use',
      () => respond('/.well-known/jwks.json', 200, { keys: [{ kty: 'oct' }] }),
      /no EC, OKP or RSA key/,
    ],
    [
      'another issuer',
      () =>
        respond('/self-service/login/api', 200, {
          ui: { action: 'https://id.example.com/self-service/login?flow=1' },
        }),
      /Set IDENTITY_ISSUER=https:\/\/id\.example\.com,/,
    ],
    ['a refused admin token', () => respond('/admin/sessions', 401, {}), /IDENTITY_ADMIN_TOKEN/],
    ['a public address', () => respond('/admin/sessions', 404, {}), /admin address of Ory/],
  ];
  it.each(mistakes)('names %s, and says in one line what to correct', async (_, make, told) => {
    make();
    const mistake = await findMistake(options);
    expect(mistake).toMatch(told);
    expect(mistake).not.toContain('\n');
  });

  it('names a wrong issuer that was set', async () => {
    const mistake = await findMistake({ ...options, issuer: 'https://old.example.com' });
    expect(mistake).toMatch(/^IDENTITY_ISSUER is https:\/\/old\.example\.com, but .* is http:/);
  });

  it('names an address where nothing listens', async () => {
    ory.closeAllConnections();
    await new Promise((resolve) => ory.close(resolve));
    expect(await findOutage(options)).toBe(`IDENTITY_URL ${url} is unreachable (ECONNREFUSED).`);
  });

  it('needs no keys for cookies', async () => {
    respond('/.well-known/jwks.json', 404, {});
    expect(await findMistake({ ...options, method: 'cookie' })).toBeUndefined();
  });
});

function respond(path: string, status: number, body: unknown): void {
  responses[path] = [status, body];
}
