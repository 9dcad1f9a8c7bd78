import { describe, expect, it } from 'vitest';
import type { TaskContractChange } from '#generated/model/index.ts';
import { worstFirst } from './affected.ts';
import { type CallerUse, callersOf } from './callers.ts';
import { type RejectedUse, rejectedByChange, usersOf, withRejected } from './rejected-uses.ts';

const rejected = (parts: Partial<RejectedUse> = {}): RejectedUse => ({
  caller: { type: 'api_key', id: 'key_1', name: 'Backend' },
  target: 'active',
  revision: 2,
  code: 'invalid_request',
  status: 400,
  pointers: ['/inputs/tone'],
  calls: 3,
  last: '2026-11-20T09:00:00.000Z',
  ...parts,
});
const required: TaskContractChange = {
  level: 'breaking',
  rule: 'value-refused-required',
  direction: 'request',
  path: ['tone'],
  message: '“tone” is now required',
};
const replacement = { targets: ['active'], next: 2 };
const variables = [{ name: 'review' }, { name: 'tone' }];
const by = (use: RejectedUse, more: object = {}) =>
  rejectedByChange([use], { replacement, changes: [required], variables, ...more }).length > 0;

describe('calls that a change has rejected', () => {
  it.each([
    ['without a revision, for a changed input', rejected(), true],
    ['of another revision', rejected({ revision: 1 }), false],
    ['that never got to a revision', rejected({ revision: null }), false],
    ['of the revision by its number', rejected({ target: '2' }), false],
    ['of an environment that does not change', rejected({ target: 'staging' }), false],
    ['for an input that did not change', rejected({ pointers: ['/inputs/review'] }), false],
    ['for a removed input', rejected({ pointers: ['/inputs/*'] }), false],
    ['for what the model does not accept', rejected({ code: 'input_unsupported' }), true],
    ['for prompts that are now too long', rejected({ code: 'prompt_too_long' }), true],
    ['for the balance', rejected({ code: 'insufficient_balance', status: 402 }), false],
    ['for too many requests', rejected({ code: 'rate_limited', status: 429 }), false],
  ])('%s', (_, use, counts) => {
    expect(by(use)).toBe(counts);
  });

  it('include inputs that the next revision no longer has', () => {
    const removed = rejected({ pointers: ['/inputs/*'] });
    expect(by(removed, { variables: [{ name: 'review' }] })).toBe(true);
  });

  it('count for any name that has moved on, if the replaced revision is named by its number', () => {
    expect(by(rejected(), { replacement: { targets: [], base: 1, next: 2 } })).toBe(true);
    expect(by(rejected(), { replacement: { targets: [] } })).toBe(false);
  });

  it('are none when the revision before is restored', () => {
    const back = { targets: ['active'], next: 1 };
    expect(by(rejected(), { replacement: back })).toBe(false);
  });
});

describe('callers', () => {
  const use: CallerUse = {
    type: 'api_key',
    id: 'key_1',
    name: 'Backend',
    target: 'active',
    revision: 1,
    runs: 5,
    last: '2026-11-19T09:00:00.000Z',
  };
  const other = rejected({ caller: { type: 'api_key', id: 'key_2', name: 'New' }, calls: 9 });

  it('are affected by rejected calls, also if none was accepted', () => {
    const known = callersOf([use], { targets: [], base: 1, next: 2 });
    const all = worstFirst(
      withRejected(known, [rejected(), rejected({ target: 'staging' }), other]),
    );
    expect(all).toMatchObject([
      { caller: { id: 'key_2' }, runs: 0, rejected_calls: 9, last_run_at: null },
      { caller: { id: 'key_1' }, runs: 5, rejected_calls: 6, last_rejected_at: rejected().last },
    ]);
  });

  it('of a task are those with runs, with their rejected calls', () => {
    expect(usersOf([use], [rejected(), other])).toMatchObject([
      { caller: { id: 'key_1' }, runs: 5, rejected_calls: 3 },
    ]);
  });
});
