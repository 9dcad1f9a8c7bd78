import type { AssistRequest, TaskDefinition } from '#generated/model/index.ts';

export type HelperName = AssistRequest['helper'];

/** A helper as it is seeded: an ordinary task of the free-tier project, which can be improved there. */
export interface Helper {
  /** Always the same: this is how the server finds it. */
  taskId: string;
  name: string;
  description: string;
  definition: TaskDefinition;
}

/** How to write prompts, for the helpers that do. */
export const PROMPT_RULES = `How prompts of this product are written:
- A variable stands in single braces: {{customerName}}. Its name has letters only: no digits, spaces or underscores.
- Every other brace is doubled, also in JSON: {{{{"total": 12}}}}.
- Every variable that a prompt uses is defined, and every defined variable is used.`;
