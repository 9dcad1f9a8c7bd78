import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { webhookPlace } from '#core/access/secret-place.ts';
import {
  type BoundSecret,
  bindOld,
  openFor,
  requireSecrets,
  sealFor,
} from '#domain/access/bound-secret.ts';
import { MOCK_SECRETS } from '#mocks/secrets.ts';
import { loadSecrets } from '#server/platform/secrets.ts';

const A = webhookPlace('https://a.com');
const B = webhookPlace('https://b.com');
const server = loadSecrets('a-secret-key-of-the-test', mkdtempSync(join(tmpdir(), 'bound-')));

describe.each([
  ['the server', server],
  ['the mocks', MOCK_SECRETS],
])('a bound secret of %s', (_, secrets) => {
  it('opens for its place and purpose alone', () => {
    const sealed = sealFor(secrets, 'test', A, 'a text');
    expect(openFor(secrets, 'test', A, sealed)).toBe('a text');
    expect(() => openFor(secrets, 'test', B, sealed)).toThrow();
    expect(() => openFor(secrets, 'other', A, sealed)).toThrow();
  });

  it('from before secrets were bound opens for no place until it is bound to one', () => {
    const old = secrets.seal('test', 'a text') as BoundSecret;
    expect(() => openFor(secrets, 'test', A, old)).toThrow();
    const sealed = bindOld(secrets, 'test', A, old);
    expect(openFor(secrets, 'test', A, sealed)).toBe('a text');
    expect(() => openFor(secrets, 'test', B, sealed)).toThrow();
    expect(bindOld(secrets, 'test', B, sealed)).toBe(sealed);
  });
});

it('a change is refused with every secret that would go elsewhere', () => {
  const kept = (pointer: string, after: typeof A) => ({
    what: 'the key',
    pointer,
    before: A,
    after,
  });
  expect(() => requireSecrets([kept('/a', A)])).not.toThrow();
  expect(() => requireSecrets([kept('/a', A), kept('/b', B), kept('/c', B)])).toThrow(
    expect.objectContaining({
      code: 'secret_needed',
      status: 400,
      errors: [
        { pointer: '/b', message: 'Enter the key again: it was entered for a.com.' },
        { pointer: '/c', message: 'Enter the key again: it was entered for a.com.' },
      ],
    }),
  );
});
