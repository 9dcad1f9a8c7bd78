import type { TaskDefinition } from '#generated/model/index.ts';
import { onceFor } from '../cache/once-for.ts';
import { PASSAGES } from '../collection/cite/passage-prompt.ts';
import { parsePrompt } from './parse.ts';

type Prompts = Pick<TaskDefinition, 'system_prompt' | 'user_prompt' | 'variables' | 'retrieval'>;

/** Whether `{passages}` in a prompt is where the passages go: with retrieval, unless a variable has that name. */
export function meansPassages({ retrieval, variables }: Prompts, name: string): boolean {
  return (
    name === PASSAGES && retrieval !== undefined && variables.every((one) => one.name !== PASSAGES)
  );
}

/** The names that prompts can use in braces: the variables, and `passages` with retrieval. */
export function namesInPrompts(definition: Prompts): string[] {
  const names = definition.variables.map(({ name }) => name);
  return meansPassages(definition, PASSAGES) ? [...names, PASSAGES] : names;
}

/** Whether a prompt says where the passages go. */
export const hasPassagesPlace = onceFor(
  (definition: Prompts) =>
    meansPassages(definition, PASSAGES) &&
    [definition.system_prompt, definition.user_prompt].some((prompt) =>
      parsePrompt(prompt).some((part) => part.type === 'variable' && part.name === PASSAGES),
    ),
);
