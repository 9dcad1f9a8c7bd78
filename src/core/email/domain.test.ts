import { expect, it } from 'vitest';
import { domainOf, isPublicDomain, parseDomain } from './domain.ts';

it.each([
  ['Example.COM', 'example.com'],
  ['@example.com', 'example.com'],
  [' example.com. ', 'example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['BU\u0308CHER.example', 'xn--bcher-kva.example'],
  ['mail.example.co.uk', 'mail.example.co.uk'],
])('%s is the domain %s', (typed, domain) => {
  expect(parseDomain(typed)).toBe(domain);
});

it.each([
  'example',
  '',
  '.',
  'exa mple.com',
  'example.com/x',
  'example.com:80',
  '*.example.com',
  '127.0.0.1',
  '0x7f.1',
  'a@example.com',
  '-a.example',
  `${'a'.repeat(64)}.example`,
])('%s is no domain', (typed) => {
  expect(parseDomain(typed)).toBeUndefined();
});

it('is the same for an address with a plus sign, capitals or an international domain', () => {
  expect(domainOf('Grace+Lists@Example.com')).toBe('example.com');
  expect(domainOf('"a@b"@bücher.example')).toBe('xn--bcher-kva.example');
  expect(domainOf('nobody')).toBeUndefined();
  expect(domainOf('a@sub.example.com')).not.toBe('example.com');
});

it('knows providers of public mailboxes', () => {
  expect(isPublicDomain('gmail.com')).toBe(true);
  expect(isPublicDomain('example.com')).toBe(false);
});
