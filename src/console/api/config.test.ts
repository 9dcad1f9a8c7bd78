import { expect, it } from 'vitest';
import { absoluteUrl } from './config.ts';

it.each([
  // A real Ory is often at the root of its origin. `//self-service` would be another host's address.
  ['http://127.0.0.1:4433', 'http://127.0.0.1:4433'],
  ['http://127.0.0.1:4433/', 'http://127.0.0.1:4433'],
  ['https://acme.test/.ory/kratos/', 'https://acme.test/.ory/kratos'],
  ['/identity', 'http://localhost:3000/identity'],
  ['/', 'http://localhost:3000'],
])('a base URL of %s never leads to two slashes in a row', (base, start) => {
  expect(absoluteUrl(base, '')).toBe(start);
  expect(absoluteUrl(base, '/sessions/whoami')).toBe(`${start}/sessions/whoami`);
});
