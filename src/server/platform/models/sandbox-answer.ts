import type { JSONSchema7 } from '@ai-sdk/provider';
import { exampleOf } from '#core/json/example-value.ts';

const SAID_OF_IT =
  'This is the sandbox model: it is built in, needs no key, costs nothing and does not think.';
const SHOWN_CHARACTERS = 600;

/**
 * What the sandbox model answers: with a schema, the simplest JSON that fits it; else a text that says what it is
 * and repeats what it was asked. The same question always gets the same answer.
 */
export function sandboxAnswer(
  question: string,
  schema: JSONSchema7 | undefined,
  replies: readonly string[] = [],
): string {
  if (schema) {
    const text = () => 'written by the sandbox model';
    return JSON.stringify(exampleOf({ ...schema }, { seed: question, text }), null, 2);
  }
  const asked = question.trim();
  const shown = asked.length > SHOWN_CHARACTERS ? `${asked.slice(0, SHOWN_CHARACTERS)}…` : asked;
  const words = asked === '' ? 0 : asked.split(/\s+/).length;
  return [
    SAID_OF_IT,
    `It was asked, in ${words} ${words === 1 ? 'word' : 'words'}:`,
    '',
    shown,
    ...replies.flatMap((reply) => ['', reply]),
    '',
    'Choose another model to get a real answer.',
  ].join('\n');
}
