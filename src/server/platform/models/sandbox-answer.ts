import type { JSONSchema7 } from '@ai-sdk/provider';

const SAID_OF_IT =
  'This is the sandbox model: it is built in, needs no key, costs nothing and does not think.';
const SHOWN_CHARACTERS = 600;

/**
 * What the sandbox model answers: with a schema, the simplest JSON that fits it; else a text that says what it is
 * and repeats what it was asked. The same question always gets the same answer.
 */
export function sandboxAnswer(question: string, schema: JSONSchema7 | undefined): string {
  if (schema) return JSON.stringify(exampleOf(schema, question, 0), null, 2);
  const asked = question.trim();
  const shown = asked.length > SHOWN_CHARACTERS ? `${asked.slice(0, SHOWN_CHARACTERS)}…` : asked;
  const words = asked === '' ? 0 : asked.split(/\s+/).length;
  return [
    SAID_OF_IT,
    `It was asked, in ${words} ${words === 1 ? 'word' : 'words'}:`,
    '',
    shown,
    '',
    'Choose another model to get a real answer.',
  ].join('\n');
}

function exampleOf(schema: JSONSchema7 | boolean, question: string, depth: number): unknown {
  if (typeof schema === 'boolean' || depth > 20) return null;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum && schema.enum.length > 0) return pick(schema.enum, question);
  const choice = (schema.anyOf ?? schema.oneOf)?.[0];
  if (choice !== undefined) return exampleOf(choice, question, depth + 1);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {});
      return Object.fromEntries(
        properties.map(([name, inner]) => [name, exampleOf(inner, question + name, depth + 1)]),
      );
    }
    case 'array': {
      const items = Array.isArray(schema.items) ? schema.items[0] : schema.items;
      return [exampleOf(items ?? true, question, depth + 1)];
    }
    case 'integer':
    case 'number':
      return hash(question) % 100;
    case 'boolean':
      return hash(question) % 2 === 0;
    case 'null':
      return null;
    default:
      return 'written by the sandbox model';
  }
}

/** One of the options, by the question: different inputs show different branches. */
function pick<T>(options: readonly T[], question: string): T | undefined {
  return options[hash(question) % options.length];
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return value;
}
