import type { AssistRequest, TaskDefinition } from '#generated/model/index.ts';

export type AssistantName = AssistRequest['helper'];

/** An assistant as seeded: an ordinary task of the free-tier project, where it can be improved. */
export interface Assistant {
  /** Never changes: the server identifies the assistant by it. */
  taskId: string;
  name: string;
  description: string;
  definition: TaskDefinition;
}

/** How to write prompts, for the assistants that write them. */
export const PROMPT_RULES = `Rules for prompts in this product:
- A variable is written in single braces: {{customerName}}. Its name contains only letters: no digits, spaces or underscores.
- Every other brace is doubled, even in JSON: {{{{"total": 12}}}}.
- Every variable used in a prompt is defined, and every defined variable is used.`;
