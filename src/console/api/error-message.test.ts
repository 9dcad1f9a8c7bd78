import { describe, expect, it } from 'vitest';
import { GENERIC_MESSAGE } from '#core/messages.ts';
import type { ProblemCode } from '#generated/model/index.ts';
import { ApiError } from './api-error.ts';
import { messageOf } from './error-message.ts';

const failure = (status: number, code: ProblemCode, detail?: string) =>
  new ApiError({ status, problem: { type: 'about:blank', title: code, status, code, detail } });

describe('messageOf', () => {
  it("is the problem's detail, but the generic message for what the server did wrong", () => {
    expect(messageOf(failure(409, 'document_not_ready', 'Try again later.'))).toBe(
      'Try again later.',
    );
    expect(messageOf(failure(500, 'internal_error', 'TypeError'))).toBe(GENERIC_MESSAGE);
    expect(messageOf(new ApiError({ status: 0 }))).toBe(GENERIC_MESSAGE);
  });

  it.each([200, 500, 502])(
    'is “unexpected error” for a response with status %i that is no problem',
    (status) => {
      expect(messageOf(new ApiError({ status }))).toBe('unexpected error');
      // What is specified for an area applies there.
      expect(messageOf(new ApiError({ status }), 'task.run')).toBe(GENERIC_MESSAGE);
      expect(messageOf(new ApiError({ status }), 'task.activate')).toBe(
        'Unable to set the revision as active.',
      );
    },
  );

  it.each([
    ['collection.update', 'Cannot edit the collection.'],
    ['document.add', 'Unable to add the document.'],
    ['document.update', "Can't process the document updates."],
    ['document.remove', 'Cannot remove the document.'],
    ['document.urls', "We couldn't process these URLs, please check and try again."],
  ] as const)('begins with the specified message of %s, and ends with the reason', (area, text) => {
    expect(messageOf(failure(500, 'internal_error', 'TypeError'), area)).toBe(text);
    expect(messageOf(new ApiError({ status: 0 }), area)).toBe(text);
    expect(messageOf(failure(409, 'limit_reached', 'At most 20,000.'), area)).toBe(
      `${text} At most 20,000.`,
    );
  });
});
