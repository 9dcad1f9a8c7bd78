import type { TaskDefinition, TaskVariable } from '#generated/model/index.ts';
import { fileSchema, isFileType } from './files.ts';
import { defaultOf, NUMBER_TEXT, parseFormValue } from './inputs.ts';

type Schema = Record<string, unknown>;
type Kind = Pick<TaskVariable, 'type' | 'options'>;

/** The inputs of a call as JSON Schema, each of its variable's type: what strict inputs are. */
export function inputSchema(variables: readonly TaskVariable[]): Schema {
  return schemaOf(variables, typeSchema);
}

/**
 * Everything that a call may send, as JSON Schema: exactly what `checkInputs` accepts. Inputs that aren't strict may also
 * have values that are converted, and null where a variable may be left out.
 */
export function acceptedSchema({
  variables,
  strict_inputs = false,
}: Pick<TaskDefinition, 'variables' | 'strict_inputs'>): Schema {
  if (strict_inputs) return inputSchema(variables);
  return schemaOf(variables, (variable, isRequired) => {
    const accepted = convertibleSchema(variable);
    if (isRequired) return variable.type === 'json' ? { not: { type: 'null' } } : accepted;
    if (variable.type === 'json') return accepted;
    const { anyOf = [accepted] } = accepted;
    return { anyOf: [...(anyOf as Schema[]), { type: 'null' }] };
  });
}

function schemaOf(
  variables: readonly TaskVariable[],
  typeOf: (variable: TaskVariable, isRequired: boolean) => Schema,
): Schema {
  const properties: Schema = {};
  const required: string[] = [];
  for (const variable of variables) {
    const { name } = variable;
    if (Object.hasOwn(properties, name)) continue;
    const fallback = defaultOf(variable);
    const hasDefault = fallback.ok && fallback.value !== undefined;
    const isRequired = variable.required && !hasDefault;
    const example = parseFormValue(variable, variable.example ?? '');
    properties[name] = {
      ...typeOf(variable, isRequired),
      ...(variable.description ? { description: variable.description } : {}),
      ...(hasDefault ? { default: fallback.value } : {}),
      ...(example.ok && example.value !== undefined ? { examples: [example.value] } : {}),
    };
    if (isRequired) required.push(name);
  }
  return { type: 'object', properties, required, additionalProperties: false };
}

function typeSchema({ type, options = [] }: Kind): Schema {
  if (type === 'choice') return { type: 'string', enum: options };
  if (type === 'list') return { type: 'array', items: { type: 'string' } };
  if (type === 'json') return {};
  if (isFileType(type)) return fileSchema(type);
  return { type: type === 'text' ? 'string' : type };
}

const NUMBER = { type: 'number' };
const BOOLEAN = { type: 'boolean' };

/** A variable's type, and what is converted to it. */
function convertibleSchema(variable: Kind): Schema {
  const own = typeSchema(variable);
  switch (variable.type) {
    case 'text':
      return { anyOf: [own, NUMBER, BOOLEAN] };
    case 'number':
      return { anyOf: [own, { type: 'string', pattern: NUMBER_TEXT.source }] };
    case 'boolean':
      return {
        anyOf: [
          own,
          { type: 'string', pattern: `^\\s*(${anyCase('true')}|${anyCase('false')})\\s*$` },
        ],
      };
    case 'choice':
      return choiceSchema(own, variable.options ?? []);
    case 'list': {
      const items = { anyOf: [{ type: 'string' }, NUMBER, BOOLEAN] };
      return {
        anyOf: [
          { type: 'array', items },
          { type: 'string', description: 'One item per line' },
        ],
      };
    }
    case 'json':
    case 'image':
    case 'file':
      return own;
  }
}

/** Options may be surrounded by spaces. Options that read like a number, true or false may also be sent as one. */
function choiceSchema(own: Schema, options: readonly string[]): Schema {
  const trimmed = options.filter((option) => option !== '' && option === option.trim());
  const values = options.flatMap((option): (number | boolean)[] => {
    if (option === 'true' || option === 'false') return [option === 'true'];
    return String(Number(option)) === option && Number.isFinite(Number(option))
      ? [Number(option)]
      : [];
  });
  const padded = `^\\s*(${trimmed.map(escaped).join('|')})\\s*$`;
  return {
    anyOf: [
      own,
      ...(trimmed.length > 0 ? [{ type: 'string', pattern: padded }] : []),
      ...(values.length > 0 ? [{ enum: values }] : []),
    ],
  };
}

function anyCase(word: string): string {
  return [...word].map((char) => `[${char.toUpperCase()}${char}]`).join('');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
