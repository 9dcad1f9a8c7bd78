import { expect, it } from 'vitest';
import { joiningWords } from './domain-words.ts';

const support = { id: 'project_1', name: 'Support', role: 'editor' } as const;

it.each([
  [{ joining: 'open', role: 'member', projects: [] }, 'People join at once as members.'],
  [
    { joining: 'request', role: 'member', projects: [support] },
    'People ask to join as members, with a role of their own in Support (editor).',
  ],
  [
    { joining: 'open', role: 'guest', projects: [support] },
    'People join at once as guests of Support (editor).',
  ],
] as const)('says how people join: %o', (domain, words) => {
  expect(joiningWords({ ...domain, projects: [...domain.projects] })).toBe(words);
});
