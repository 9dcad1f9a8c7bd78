import { describe, expect, it } from 'vitest';
import { GENERIC_MESSAGE, MESSAGES, problemMessage, specifiedMessage } from './messages.ts';

describe('problemMessage', () => {
  it('returns the specified messages', () => {
    expect(problemMessage('insufficient_balance', 'task.run')).toBe(
      'Insufficient balance. Please upgrade your plan or add credits to continue.',
    );
    expect(problemMessage('task_limit_reached')).toBe(
      'You have reached the maximum number of tasks',
    );
    expect(problemMessage('name_taken', 'task.create')).toBe('Task names must be unique');
    expect(problemMessage('payload_too_large', 'avatar.update')).toBe(
      'Please upload file under 2mb',
    );
    expect(problemMessage('internal_error', 'task.activate')).toBe(
      'Unable to set the revision as active.',
    );
  });

  it('falls back to the generic message when there is no specified one', () => {
    expect(problemMessage('internal_error', 'task.update')).toBe(GENERIC_MESSAGE);
    expect(specifiedMessage('model_failed', 'task.run')).toBeUndefined();
    expect(specifiedMessage('payload_too_large', 'task.run')).toBeUndefined();
  });
});

it('has no two messages that differ only slightly', () => {
  const texts = Object.values(MESSAGES).flatMap((area) =>
    Object.values(area).filter((m) => typeof m === 'string'),
  );
  const normal = texts.map((text) => text.toLowerCase().replace(/[^a-z]/g, ''));
  expect(new Set(normal).size).toBe(texts.length);
});
