import { describe, expect, it } from 'vitest';
import { addressKey, parseAddress, splitAddresses } from './address.ts';

describe('an email address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['  Ada+Lists@Example.com ', 'Ada+Lists@Example.com'],
    ["o'hara@mail.example.co.uk", "o'hara@mail.example.co.uk"],
    ['jürgen@exämple.de', 'jürgen@exämple.de'],
    ['用户@例子.广告', '用户@例子.广告'],
  ])('%s is accepted', (typed, address) => {
    expect(parseAddress(typed)).toBe(address);
  });

  it.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@localhost',
    'ada@@example.com',
    'a b@example.com',
    'ada..b@example.com',
    '.ada@example.com',
    'ada@-example.com',
    'ada@example..com',
    'ada@example.com\r\nBcc: all@example.com',
    'ada<b>@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a.'.repeat(130)}com`,
  ])('%j is not', (typed) => {
    expect(parseAddress(typed)).toBeUndefined();
  });

  it('is compared without case and by composed characters; plus signs count', () => {
    expect(addressKey('Ada@Example.COM')).toBe(addressKey('ada@example.com'));
    expect(addressKey('u\u0308ber@example.com')).toBe(addressKey('über@example.com'));
    expect(addressKey('ada+x@example.com')).not.toBe(addressKey('ada@example.com'));
  });
});

describe('pasted addresses', () => {
  it('are found in what mail programs and sheets copy', () => {
    const pasted = [
      'Ada Lovelace <ada@example.com>, "Hopper, Grace" <grace@example.com>;emil@example.com',
      'mailto:mira@example.com\tMira Curie',
      'ADA@example.com',
      '',
      'otto@example.com.',
      'Hopper, Nora <nora@example.com>',
    ].join('\n');
    expect(splitAddresses(pasted).map(({ text }) => text)).toEqual([
      'ada@example.com',
      'grace@example.com',
      'emil@example.com',
      'mira@example.com',
      'otto@example.com',
      'nora@example.com',
    ]);
  });

  it('keep what is wrong, so that it can be corrected', () => {
    expect(splitAddresses('ada@example.com, grace@, nobody')).toEqual([
      { text: 'ada@example.com', isValid: true },
      { text: 'grace@', isValid: false },
      { text: 'nobody', isValid: false },
    ]);
  });
});
