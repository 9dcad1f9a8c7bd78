import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIdentity, type TestIdentity } from './testing/testing.ts';

let service: TestIdentity;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service.close());

/** The calls that the specification lists (section 7), as somebody without a session makes them. */
test.each([
  ['GET', '/self-service/login/browser', 200],
  ['GET', '/self-service/registration/browser', 200],
  ['GET', '/self-service/recovery/browser', 200],
  ['GET', '/self-service/verification/browser', 200],
  ['GET', '/self-service/settings/browser', 401],
  ['GET', '/self-service/logout/browser', 401],
  ['GET', '/self-service/fed-cm/parameters', 404],
  ['GET', '/self-service/login/api', 200],
  ['GET', '/self-service/registration/api', 200],
  ['GET', '/self-service/recovery/api', 200],
  ['GET', '/self-service/verification/api', 200],
  ['GET', '/self-service/settings/api', 401],
  ['GET', '/self-service/login/flows?id=x', 404],
  ['GET', '/self-service/registration/flows?id=x', 404],
  ['GET', '/self-service/recovery/flows?id=x', 404],
  ['GET', '/self-service/verification/flows?id=x', 404],
  ['GET', '/self-service/settings/flows?id=x', 401],
  ['GET', '/self-service/errors?id=x', 404],
  ['POST', '/self-service/login?flow=x', 400],
  ['POST', '/self-service/registration?flow=x', 400],
  ['POST', '/self-service/recovery?flow=x', 400],
  ['POST', '/self-service/verification?flow=x', 400],
  ['POST', '/self-service/settings?flow=x', 400],
  ['POST', '/self-service/fed-cm/token', 403],
  ['GET', '/self-service/logout?token=x', 401],
  ['DELETE', '/self-service/logout/api', 400],
  ['GET', '/sessions/whoami', 401],
  ['GET', '/sessions', 401],
  ['DELETE', '/sessions', 401],
  ['DELETE', '/sessions/x', 401],
  ['GET', '/sessions/token-exchange', 400],
  ['GET', '/.well-known/ory/webauthn.js', 200],
])('%s %s answers with %i', async (method, path, status) => {
  const ask = (to: string) =>
    service.browser().request(to, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: '{}' }),
    });
  const response = await ask(path);
  expect(response.status).toBe(status);
  const unknown = await ask('/self-service/unknown');
  expect(await response.text()).not.toBe(await unknown.text());
});
