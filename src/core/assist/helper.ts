import type { AssistRequest, OutputField, TaskDefinition } from '#generated/model/index.ts';

export type HelperName = AssistRequest['helper'];

/** A helper as it is seeded: an ordinary task of the free-tier project, which can be improved there. */
export interface Helper {
  /** Always the same: this is how the server finds it. */
  taskId: string;
  name: string;
  description: string;
  definition: TaskDefinition;
}

/** A field of the output that holds objects. */
export function objects(name: string, description: string, fields: OutputField[]): OutputField {
  return { name, type: 'object', required: true, list: true, description, fields };
}

/** How to write prompts, for the helpers that do. */
export const PROMPT_RULES = `How prompts of this product are written:
- A variable stands in single braces: {{customerName}}. Its name has letters only: no digits, spaces or underscores.
- Every other brace is doubled, also in JSON: {{{{"total": 12}}}}.
- Every variable that a prompt uses is defined, and every defined variable is used.`;
