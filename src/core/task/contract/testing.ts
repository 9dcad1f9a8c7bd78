import runtime from '#generated/client/runtime.json' with { type: 'json' };
import type { TaskDefinition } from '#generated/model/index.ts';
import contract from '#generated/openapi.json' with { type: 'json' };
import { emptyDefinition } from '../definition/definition.ts';
import type { ApiContract } from './api-contract.ts';
import { taskClient } from './client.ts';
import { taskDocument } from './document.ts';
import type { TaskContract } from './task-contract.ts';

export const api = contract as unknown as ApiContract;

/** A revision for tests; `change` replaces parts of it. */
export function aContract(
  definition: Partial<TaskDefinition> = {},
  more: Partial<TaskContract> = {},
): TaskContract {
  return {
    baseUrl: 'https://api.taskloom.test/api/v1',
    orgId: 'org_1',
    projectId: 'project_1',
    taskId: 'task_1',
    taskName: 'Review sentiment',
    revision: 3,
    definition: { ...emptyDefinition('sandbox/sandbox'), ...definition },
    ...more,
  };
}

/** A definition with output fields, and one with every type of input. */
export const JUDGE: Partial<TaskDefinition> = {
  variables: [
    { name: 'review', type: 'text', required: true, example: 'The lamp arrived broken.' },
  ],
  output_format: {
    type: 'fields',
    fields: [
      { name: 'sentiment', type: 'choice', required: true, list: false, options: ['good', 'bad'] },
      { name: 'score', type: 'integer', required: true, list: false, description: 'From 0 to 100' },
      { name: 'reasons', type: 'text', required: false, list: true },
    ],
  },
};
export const TRIAGE: Partial<TaskDefinition> = {
  variables: [
    { name: 'ticket', type: 'text', required: true, example: 'I cannot log in.' },
    { name: 'teams', type: 'list', required: false, default: 'billing\naccounts' },
    { name: 'plan', type: 'choice', required: true, options: ['free', 'paid'], example: 'free' },
    { name: 'urgent', type: 'boolean', required: true },
    { name: 'age', type: 'number', required: true },
    { name: 'context', type: 'json', required: true },
    { name: 'screenshot', type: 'image', required: true },
  ],
  output_format: { type: 'text' },
};

export const documentOf = (task: TaskContract) => taskDocument(api, task);
export const clientOf = (task: TaskContract) =>
  taskClient(api, task, { own: runtime.task, shared: runtime.shared, stream: runtime.stream });

/** Names and texts that attempt code injection. */
export const NASTY = [
  '*/ process.exit() /*',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is to be one if it can
  '`${process.exit()}`',
  "'; process.exit(); '",
  '"\\',
  'line\nbreak\u2028and\u2029more\r\nthan that',
  '@ts-nocheck\n@ts-expect-error',
  '</script><!--',
  'constructor',
  'class',
  '__proto__',
  'größe 中文 🙂 \ud800',
  '\u202ereversed\u0000\u001b[31m',
  '//# sourceMappingURL=x',
  '',
];
