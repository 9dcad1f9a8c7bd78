import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureOf, signIn, signUp, startIdentity, type TestIdentity } from './testing.ts';

let service: TestIdentity;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service.close());

test('whoami without a session is 401 in the known shape, without an id', async () => {
  const { status, data } = await failureOf(service.browser().api.toSession());
  expect(status).toBe(401);
  expect(data).toEqual({
    error: {
      code: 401,
      status: 'Unauthorized',
      reason: 'No valid session credentials found in the request.',
      message: 'The request could not be authorized',
    },
  });
});

test('registration signs in, and whoami knows the person', async () => {
  const browser = service.browser();
  const { email, identity } = await signUp(browser);
  const { data } = await browser.api.toSession();
  expect(data.active).toBe(true);
  expect(data.authenticator_assurance_level).toBe('aal1');
  expect(data.authentication_methods?.[0]?.method).toBe('password');
  expect(data.identity?.id).toBe(identity.id);
  expect(data.identity?.traits).toEqual({ email, name: 'Ada Lovelace' });
  expect(data.identity?.verifiable_addresses?.[0]).toMatchObject({ value: email, verified: false });
  expect(data.devices).toHaveLength(1);
});

test('tokenize_as gives a token that the published keys verify', async () => {
  const browser = service.browser();
  const { identity } = await signUp(browser);
  const { data } = await browser.api.toSession({ tokenizeAs: 'taskloom' });
  const keys = createRemoteJWKSet(new URL(`${service.publicUrl}/.well-known/jwks.json`));
  const { payload } = await jwtVerify(data.tokenized ?? '', keys, {
    algorithms: ['ES256'],
    issuer: service.publicUrl,
    audience: 'taskloom',
  });
  expect(payload.sub).toBe(identity.id);
  expect(payload.sid).toBe(data.id);
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600);
  expect(payload.jti).toBeTruthy();
  await expect(service.identity.verifyToken(data.tokenized ?? '')).resolves.toMatchObject({
    sub: identity.id,
    sid: data.id,
  });
});

test('an unknown template is 400', async () => {
  const browser = service.browser();
  await signUp(browser);
  const { status } = await failureOf(browser.api.toSession({ tokenizeAs: 'other' }));
  expect(status).toBe(400);
});

test('logout kills the cookie', async () => {
  const browser = service.browser();
  const { email } = await signUp(browser);
  const cookie = browser.cookieHeader();
  const { data } = await browser.api.createBrowserLogoutFlow();
  const { status } = await browser.api.updateLogoutFlow({ token: data.logout_token });
  expect(status).toBe(204);
  expect(browser.jar.has('ory_kratos_session')).toBe(false);
  const replay = await fetch(`${service.publicUrl}/sessions/whoami`, { headers: { cookie } });
  expect(replay.status).toBe(401);
  expect((await signIn(browser, email)).data.session.active).toBe(true);
});
