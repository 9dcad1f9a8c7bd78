import { exampleOf, hashText } from '#core/json/example-value.ts';
import { compilePrompt } from '#core/prompt/compile.ts';
import type { InputValues } from '#core/task/input/input-values.ts';
import { renderInputs, renderValue, withoutFiles } from '#core/task/input/render.ts';
import { outputSchema } from '#core/task/output/output-schema.ts';
import type { TaskDefinition, TaskVariable } from '#generated/model/index.ts';

/** The two messages that a model gets. */
export interface Prompts {
  system: string;
  user: string;
}

/** The messages of a call. */
export function compile(definition: TaskDefinition, inputs: InputValues): Prompts {
  const values = renderInputs(inputs, definition.variables);
  return {
    system: compilePrompt(definition.system_prompt, values),
    user: compilePrompt(definition.user_prompt, values),
  };
}

/** About how many tokens a text is. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** The inputs of a run in one line. */
export function previewOf(inputs: InputValues, variables: readonly TaskVariable[]): string {
  const values = Object.values(withoutFiles(inputs, variables));
  return values.map(renderValue).join(' · ').replace(/\s+/g, ' ').trim();
}

/**
 * What the mocks' model answers: always the same for the same prompts, always fitting the output format,
 * and plainly not the work of a model.
 */
export function sandboxAnswer(definition: TaskDefinition, prompts: Prompts): string {
  const { output_format: format } = definition;
  if (format.type === 'text') return plainAnswer(prompts.user);
  const text = (name: string, seed: string) =>
    `Mock ${name.replaceAll('_', ' ')} ${1 + (hashText(seed) % 9)}`;
  return JSON.stringify(
    exampleOf(outputSchema(format), { seed: prompts.system + prompts.user, text }),
  );
}

function plainAnswer(prompt: string): string {
  const start = prompt.trim().replace(/\s+/g, ' ').slice(0, 120);
  return [
    'This answer comes from the mocks: no model has read your prompt.',
    `It began with “${start}”.`,
    'Connect a model to a real server to see what it would say.',
  ].join(' ');
}
