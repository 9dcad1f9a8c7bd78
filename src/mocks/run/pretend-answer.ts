import { exampleOf, hashText, type JsonSchema } from '#core/json/example-value.ts';

/**
 * What the mocks' model answers: always the same to the same prompts, and plainly not the work of a model.
 * @param schema what the answer has to fit; absent for a text
 */
export function pretendAnswer(
  schema: object | undefined,
  prompts: { system: string; user: string },
): string {
  if (!schema) return plainAnswer(prompts.user);
  const text = (name: string, seed: string) =>
    `Mock ${name.replaceAll('_', ' ')} ${1 + (hashText(seed) % 9)}`;
  const seed = prompts.system + prompts.user;
  return JSON.stringify(exampleOf({ ...schema } as JsonSchema, { seed, text }));
}

function plainAnswer(prompt: string): string {
  const start = prompt.trim().replace(/\s+/g, ' ').slice(0, 120);
  return [
    'This answer comes from the mocks: no model has read your prompt.',
    `It began with “${start}”.`,
    'Connect a model to a real server to see what it would say.',
  ].join(' ');
}
