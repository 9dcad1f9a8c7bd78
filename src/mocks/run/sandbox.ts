import { compilePrompt } from '#core/prompt/compile.ts';
import type { InputValues } from '#core/task/inputs.ts';
import { renderInputs, renderValue } from '#core/task/render.ts';
import type { OutputField, TaskDefinition } from '#generated/model/index.ts';

/** The two messages that a model gets. */
export interface Prompts {
  system: string;
  user: string;
}

/** The messages of a call. */
export function compile(definition: TaskDefinition, inputs: InputValues): Prompts {
  const values = renderInputs(inputs);
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
export function previewOf(inputs: InputValues): string {
  return Object.values(inputs).map(renderValue).join(' · ').replace(/\s+/g, ' ').trim();
}

/**
 * What the mocks' model answers: always the same for the same prompts, always fitting the output format,
 * and plainly not the work of a model.
 */
export function sandboxAnswer(definition: TaskDefinition, prompts: Prompts): string {
  const seed = hash(prompts.system + prompts.user);
  const { type, fields = [] } = definition.output_format;
  if (type === 'text') return plainAnswer(prompts.user);
  const entries = fields.map((field) => [field.name, fieldValue(field, seed ^ hash(field.name))]);
  return JSON.stringify(Object.fromEntries(entries));
}

function plainAnswer(prompt: string): string {
  const start = prompt.trim().replace(/\s+/g, ' ').slice(0, 120);
  return [
    'This answer comes from the mocks: no model has read your prompt.',
    `It began with “${start}”.`,
    'Connect a model to a real server to see what it would say.',
  ].join(' ');
}

function fieldValue(field: OutputField, seed: number): unknown {
  if (!field.list) return single(field, seed);
  return Array.from({ length: 1 + (seed % 3) }, (_, index) => single(field, seed + index + 1));
}

function single(
  { type, name, options = [] }: OutputField,
  seed: number,
): string | number | boolean {
  switch (type) {
    case 'text':
      return `Mock ${name.replaceAll('_', ' ')} ${(seed % 9) + 1}`;
    case 'number':
      return (seed % 100) / 100;
    case 'integer':
      return seed % 101;
    case 'boolean':
      return seed % 2 === 0;
    case 'choice':
      return options[seed % Math.max(1, options.length)] ?? '';
  }
}

/** FNV-1a: small, and the same everywhere. Not negative. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1)
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return (value >>> 0) & 0x7fffffff;
}
