import { expect, it } from 'vitest';
import type { ProjectMovePreview } from '#generated/model/index.ts';
import { moveWords } from './move-words.ts';

const preview: ProjectMovePreview = {
  org_name: 'Engines',
  name: 'Desk',
  losing: { count: 0, names: [] },
  guests: 0,
  gaining: 0,
  api_keys: 0,
  oauth_clients: 0,
  webhooks: 0,
  widgets: 0,
  unfinished_runs: 0,
  unavailable_models: [],
  balance: 5_000_000,
  problem: null,
};

it('says who pays, and nothing about what stays', () => {
  expect(moveWords('Desk', preview)).toEqual(['Engines pays for it. Its balance is $5.00.']);
});

it('says everything that changes', () => {
  expect(
    moveWords('Desk', {
      ...preview,
      name: 'Desk 2',
      losing: { count: 3, names: ['Ada', 'Mara'] },
      guests: 1,
      gaining: 12,
      api_keys: 10,
      webhooks: 1,
      unfinished_runs: 2,
      unavailable_models: ['own/llama'],
    }),
  ).toEqual([
    'Its name becomes Desk 2, because Desk is taken there.',
    'Engines pays for it. Its balance is $5.00.',
    '3 people lose access: Ada, Mara and 1 more.',
    '12 people of Engines gain access.',
    '1 person with a role in the project keeps it as a guest.',
    '10 API keys and 1 webhook will move with it. Programs must call the new URLs.',
    '2 runs in progress will finish, and this organisation pays for them.',
    "These models can't be called there, so their tasks will fail: own/llama.",
  ]);
});
