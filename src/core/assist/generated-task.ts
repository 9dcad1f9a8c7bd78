import type {
  AssistGeneratedTask,
  FieldError,
  OutputField,
  TaskVariable,
} from '#generated/model/index.ts';
import { isObject } from '../json/is-object.ts';
import {
  DESCRIPTION_MAX,
  FORM_VALUE_MAX,
  NAME_MAX,
  OUTPUT_DEPTH_MAX,
  VARIABLES_MAX,
} from '../limits.ts';
import { parsePrompt, variablesOf } from '../prompt/parse.ts';
import { plainName } from '../prompt/plain-name.ts';
import { checkDefinition, emptyDefinition } from '../task/definition/definition.ts';
import { parseFormValue } from '../task/input/inputs.ts';
import { flagOf, kindOf, objectsOf, textOf, textsOf } from './loose.ts';
import { repairPrompt } from './repair-prompt.ts';

/** No model intends more fields than this on one level. */
const FIELDS_READ = 50;

/**
 * The assistant's output, as its format describes it. A modified assistant or a weak model may write something else.
 */
export interface WrittenTask {
  name: string;
  description: string;
  system_prompt: string;
  user_prompt: string;
  variables: Partial<TaskVariable>[];
  output: string;
  output_fields: Partial<OutputField>[];
}

/**
 * The task that a model described, after every repair that needs no decision: variable names, braces, types, options,
 * examples, variables that are used but not defined or defined but not used.
 * @param written anything at all, with names in snake case
 * @returns the remaining errors, with pointers into what was written
 */
export function toGeneratedTask(
  written: Readonly<Record<string, unknown>>,
  modelId: string,
): { result: AssistGeneratedTask; errors: FieldError[] } {
  const { variables, names } = readVariables(written.variables ?? written.inputs);
  const system = repairPrompt(textOf(written.system_prompt), names);
  const user = repairPrompt(textOf(written.user_prompt), names);
  const used = variablesOf([...parsePrompt(system), ...parsePrompt(user)]);
  const forgotten = used.filter((name) => !variables.some((variable) => variable.name === name));
  const unused = variables.filter(({ name }) => !used.includes(name));
  const isText = /^(?:plain )?text$|^string$/i.test(textOf(written.output).trim());
  const fields = isText ? [] : readFields(written.output_fields ?? written.fields, 1);
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
  const name = oneLine(textOf(written.name), NAME_MAX) || 'New task';
  const description = textOf(written.description).trim().slice(0, DESCRIPTION_MAX).toWellFormed();
  return {
    result: { helper: 'generate_task', name, description, definition },
    errors: checkDefinition(definition),
  };
}

/** A text on one line, cut to a maximum length, without the quotes or the full stop that models tend to add. */
export function oneLine(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line
    .replace(/^["'“‘«*]+|["'”’»*.]+$/g, '')
    .slice(0, max)
    .trim()
    .toWellFormed();
}

function readVariables(written: unknown) {
  const variables: TaskVariable[] = [];
  const names = new Map<string, string>();
  for (const one of objectsOf(written).slice(0, VARIABLES_MAX)) {
    const called = textOf(one.name).replace(/^[{\s]+|[}\s]+$/g, '');
    const name = plainName(called);
    if (name === undefined) continue;
    names.set(called, name);
    if (variables.some((other) => other.name === name)) continue;
    const variable: TaskVariable = {
      name,
      ...variableType(one),
      required: flagOf(one.required, true),
      ...describedBy(one),
    };
    const example = exampleOf(variable, one.example);
    variables.push(example === undefined ? variable : { ...variable, example });
  }
  return { variables, names };
}

function variableType(one: Record<string, unknown>): Pick<TaskVariable, 'type' | 'options'> {
  const kind = kindOf(one.type);
  const options = distinct(textsOf(one.options ?? one.enum));
  if (kind === 'choice') return options.length > 0 ? { type: kind, options } : { type: 'text' };
  if (kind === 'integer') return { type: 'number' };
  return { type: kind === 'object' ? 'json' : kind };
}

/** An example in the format of the form, if it is valid: lists have one item per line. */
function exampleOf(variable: TaskVariable, written: unknown): string | undefined {
  const isLong = isObject(written) || (Array.isArray(written) && variable.type !== 'list');
  const texts = isLong
    ? [JSON.stringify(written)]
    : Array.isArray(written)
      ? written.map(textOf)
      : [];
  const example = texts.length > 0 ? texts.join('\n') : textOf(written);
  const isOf = variable.type !== 'image' && variable.type !== 'file' && example !== '';
  const isShort = example.length <= FORM_VALUE_MAX;
  return isOf && isShort && parseFormValue(variable, example).ok ? example : undefined;
}

function readFields(written: unknown, depth: number): OutputField[] {
  const fields: OutputField[] = [];
  for (const one of objectsOf(written).slice(0, FIELDS_READ)) {
    const name = fieldName(textOf(one.name));
    if (name === '' || fields.some((other) => other.name === name)) continue;
    const kind = kindOf(one.type);
    const inner =
      depth < OUTPUT_DEPTH_MAX ? readFields(one.fields ?? one.properties, depth + 1) : [];
    const options = distinct(textsOf(one.options ?? one.enum));
    fields.push({
      name,
      ...fieldType(kind, inner, options),
      required: flagOf(one.required, true),
      list: kind === 'list' || flagOf(one.list ?? one.is_list, false),
      ...describedBy(one),
    });
  }
  return fields;
}

function fieldType(
  kind: ReturnType<typeof kindOf>,
  fields: OutputField[],
  options: string[],
): Pick<OutputField, 'type' | 'fields' | 'options'> {
  if (fields.length > 0) return { type: 'object', fields };
  if (kind === 'choice' && options.length > 0) return { type: 'choice', options };
  const isPlain = kind === 'number' || kind === 'integer' || kind === 'boolean';
  return { type: isPlain ? kind : 'text' };
}

function describedBy({ description }: Record<string, unknown>): { description?: string } {
  const text = textOf(description).trim().slice(0, 1000).toWellFormed();
  return text === '' ? {} : { description: text };
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
