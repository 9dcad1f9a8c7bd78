import { expect, it } from 'vitest';
import { messageText } from './messages.ts';

const message = (id: number, text: string, context?: object) =>
  ({ id, text, type: 'error', context }) as const;

it('uses our wording for known messages', () => {
  expect(messageText(message(4000006, 'The provided credentials are invalid.'))).toContain(
    "don't match",
  );
});

it('does not mention the email when only the password was asked for', () => {
  expect(messageText(message(4000006, 'Wrong.'), true)).toBe("That password isn't right.");
});

it('inserts numbers from the context', () => {
  expect(messageText(message(4000032, 'length must be >= 8', { min_length: 8 }))).toBe(
    'Use at least 8 characters.',
  );
});

it("falls back to the server's text without a known id or the context", () => {
  expect(messageText(message(4000032, 'The password is too short.'))).toBe(
    'The password is too short.',
  );
  expect(messageText(message(4999999, 'Something new.'))).toBe('Something new.');
});

it('says that another service refused, and repeats none of its words', () => {
  const refusal = (code: string) => {
    const reason = `Unable to complete OpenID Connect flow because the OpenID Provider returned error "${code}": Call 555`;
    return messageText(message(4000001, reason, { reason }));
  };
  expect(refusal('access_denied')).toContain('you cancelled');
  expect(refusal('temporarily_unavailable')).toContain('(temporarily_unavailable)');
  expect(refusal('access_denied')).not.toContain('555');
  const other = 'Unable to finish because one or more permissions were not granted.';
  expect(messageText(message(4000001, other, { reason: other }))).toBe(other);
});
