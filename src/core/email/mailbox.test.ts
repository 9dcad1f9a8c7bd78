import { describe, expect, it } from 'vitest';
import { mailboxOf } from './address.ts';

describe('a mailbox', () => {
  it.each([
    ['Ada@Example.com', 'ada@example.com'],
    [' ada@EXAMPLE.com ', 'ada@example.com'],
    ['ada+news@example.com', 'ada@example.com'],
    ['ada+a+b@example.com', 'ada@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
    ['jose\u0301@example.com', 'josé@example.com'],
    ['ada@example.com.', 'ada@example.com'],
    // Nothing is left of it without the tag.
    ['+news@example.com', '+news@example.com'],
    ['a.da@example.com', 'a.da@example.com'],
    ['A.da+x@Googlemail.com', 'ada@gmail.com'],
  ])('%s is that of %s', (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox);
  });
});
