import type {
  AssistGeneratedTask,
  FieldError,
  OutputField,
  TaskVariable,
} from '#generated/model/index.ts';
import { DESCRIPTION_MAX, NAME_MAX } from '../limits.ts';
import { parsePrompt, variablesOf } from '../prompt/parse.ts';
import { plainName } from '../prompt/plain-name.ts';
import { checkDefinition, emptyDefinition } from '../task/definition.ts';
import { parseFormValue } from '../task/inputs.ts';
import { mendPrompt } from './mend-prompt.ts';

/** What the helper writes, as its output format has it; a helper that was changed may write less. */
export interface WrittenTask {
  name?: string;
  description?: string;
  system_prompt?: string;
  user_prompt?: string;
  variables?: Partial<TaskVariable>[];
  output?: string;
  output_fields?: Partial<OutputField>[];
}

/**
 * The task that a model described, with all that can be mended without asking: names of variables, braces, options,
 * examples, variables that one side forgot.
 * @returns the errors that are left, with pointers into what was written
 */
export function toGeneratedTask(
  written: WrittenTask,
  modelId: string,
): { result: AssistGeneratedTask; errors: FieldError[] } {
  const { variables, names } = readVariables(written.variables ?? []);
  const system = mendPrompt(written.system_prompt ?? '', names);
  const user = mendPrompt(written.user_prompt ?? '', names);
  const used = variablesOf([...parsePrompt(system), ...parsePrompt(user)]);
  const forgotten = used.filter((name) => !variables.some((variable) => variable.name === name));
  const unused = variables.filter(({ name }) => !used.includes(name));
  const fields = written.output === 'text' ? [] : readFields(written.output_fields ?? []);
  const definition = {
    ...emptyDefinition(modelId),
    system_prompt: system,
    user_prompt: [user, ...unused.map(({ name }) => `${titled(name)}: {${name}}`)]
      .filter(Boolean)
      .join('\n\n'),
    variables: [
      ...variables,
      ...forgotten.map((name): TaskVariable => ({ name, type: 'text', required: true })),
    ],
    output_format:
      fields.length > 0 ? { type: 'fields' as const, fields } : { type: 'text' as const },
  };
  const name = oneLine(written.name ?? '', NAME_MAX) || 'New task';
  const description = (written.description ?? '').trim().slice(0, DESCRIPTION_MAX);
  return {
    result: { helper: 'generate_task', name, description, definition },
    errors: checkDefinition(definition),
  };
}

/** A text in one line, at most so long, without the quotation marks or the full stop that models like to add. */
export function oneLine(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line
    .replace(/^["'“‘«*]+|["'”’»*.]+$/g, '')
    .slice(0, max)
    .trim()
    .toWellFormed();
}

function readVariables(written: readonly Partial<TaskVariable>[]) {
  const variables: TaskVariable[] = [];
  const names = new Map<string, string>();
  for (const {
    name: called = '',
    type,
    required = true,
    description,
    example,
    options,
  } of written) {
    const name = plainName(called);
    if (name === undefined) continue;
    names.set(called, name);
    if (variables.some((other) => other.name === name)) continue;
    const choices = distinct(options ?? []);
    const isChoice = type === 'choice' && choices.length > 0;
    const variable: TaskVariable = {
      name,
      type: isChoice || type !== 'choice' ? (type ?? 'text') : 'text',
      required,
      ...(description && { description: description.slice(0, 1000) }),
      ...(isChoice && { options: choices }),
    };
    const isExample = example && parseFormValue(variable, example).ok && example.length <= 10_000;
    variables.push(isExample ? { ...variable, example } : variable);
  }
  return { variables, names };
}

function readFields(written: readonly Partial<OutputField>[]): OutputField[] {
  const fields: OutputField[] = [];
  for (const {
    name: called = '',
    type,
    required = true,
    list = false,
    description,
    options,
  } of written) {
    const name = fieldName(called);
    if (name === '' || fields.some((other) => other.name === name)) continue;
    const choices = distinct(options ?? []);
    const isChoice = type === 'choice' && choices.length > 0;
    fields.push({
      name,
      type: isChoice || (type !== 'choice' && type !== 'object') ? (type ?? 'text') : 'text',
      required,
      list,
      ...(description && { description: description.slice(0, 1000) }),
      ...(isChoice && { options: choices }),
    });
  }
  return fields;
}

function fieldName(called: string): string {
  const latin = called.normalize('NFD').replace(/\p{M}/gu, '');
  return latin
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^[^A-Za-z]+|_+$/g, '')
    .slice(0, 64);
}

function distinct(options: readonly string[]): string[] {
  const texts = options.map((option) => option.trim().slice(0, 200)).filter(Boolean);
  return [...new Set(texts)].slice(0, 100);
}

/** `customerName` → `Customer name`. */
function titled(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
