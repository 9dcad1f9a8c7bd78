import { describe, expect, test } from 'vitest';
import { resolveSettings } from '#domain/identity/settings.ts';
import { maskCsrf, newCsrfSecret, validCsrfSecret, verifyCsrf } from './csrf.ts';
import { wantsJson } from './http/negotiation.ts';
import { networkOf } from './http/network.ts';
import { createVault, randomCode, randomToken } from './vault.ts';

describe('negotiation', () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  test.each([
    ['application/json, text/plain, */*', undefined, true],
    ['application/json', undefined, true],
    ['application/json;q=0.9, text/html;q=0.5', undefined, true],
    ['application/*', undefined, true],
    [browser, undefined, false],
    [browser, 'application/x-www-form-urlencoded', false],
    [browser, 'application/json; charset=utf-8', true],
    ['text/html, application/json;q=0.5', undefined, false],
    ['*/*', undefined, false],
    ['', undefined, false],
    [undefined, undefined, false],
    ['nonsense;q=x', undefined, false],
  ])('Accept %j, Content-Type %j: JSON %s', (accept, type, expected) => {
    expect(wantsJson(accept, type)).toBe(expected);
  });
});

describe('CSRF tokens', () => {
  test('two masks of one secret differ, and both are valid', () => {
    const secret = newCsrfSecret();
    const [first, second] = [maskCsrf(secret), maskCsrf(secret)];
    expect(first).not.toBe(second);
    expect(verifyCsrf(secret, first) && verifyCsrf(secret, second)).toBe(true);
    expect(verifyCsrf(newCsrfSecret(), first)).toBe(false);
  });

  test.each([undefined, '', 'x', 12, 'A'.repeat(88), {}])('%j is not a token', (token) => {
    expect(verifyCsrf(newCsrfSecret(), token)).toBe(false);
  });

  test('a malformed cookie is ignored', () => {
    expect(validCsrfSecret('short')).toBeUndefined();
    expect(validCsrfSecret(newCsrfSecret())).toBeTruthy();
  });
});

describe('the vault', () => {
  const [old, fresh] = [
    'an old secret of sufficient length!',
    'a fresh secret of sufficient length',
  ];

  test('values encrypted with an older secret can be decrypted, but only for their purpose', () => {
    const sealed = createVault([old]).encrypt('totp', 'JBSWY3DPEHPK3PXP');
    const rotated = createVault([fresh, old]);
    expect(rotated.decrypt('totp', sealed)).toBe('JBSWY3DPEHPK3PXP');
    expect(() => rotated.decrypt('other', sealed)).toThrow();
    expect(() => createVault([fresh]).decrypt('totp', sealed)).toThrow();
    expect(() => rotated.decrypt('totp', `${sealed.slice(0, -4)}AAAA`)).toThrow();
    expect(rotated.macs('lookup', 'x')).toContain(createVault([old]).mac('lookup', 'x'));
  });

  test('tokens have 256 bits, codes have six digits', () => {
    expect(Buffer.from(randomToken(''), 'base64url')).toHaveLength(32);
    for (let times = 0; times < 50; times += 1) expect(randomCode(6)).toMatch(/^\d{6}$/);
  });
});

test('settings without a long enough secret are rejected', () => {
  const settings = { publicUrl: 'http://localhost:4000/identity/', secureCookies: false };
  expect(() => resolveSettings({ ...settings, secrets: [] })).toThrow(/32 characters/);
  expect(() => resolveSettings({ ...settings, secrets: ['short'] })).toThrow(/32 characters/);
  const resolved = resolveSettings({ ...settings, secrets: ['x'.repeat(32)] });
  expect(resolved.publicUrl).toBe('http://localhost:4000/identity');
  expect(resolved.relyingParty).toMatchObject({ id: 'localhost', origin: 'http://localhost:4000' });
  expect(resolved.argon).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::'],
  ['unix', 'unix'],
])('%s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
