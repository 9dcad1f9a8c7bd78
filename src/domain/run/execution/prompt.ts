import { onceFor } from '#core/cache/once-for.ts';
import { tryJson } from '#core/json/parse-json.ts';
import { compilePrompt } from '#core/prompt/compile.ts';
import { parsePrompt } from '#core/prompt/parse.ts';
import type { InputFile } from '#core/task/input/files.ts';
import { outputSchema } from '#core/task/output/output-schema.ts';
import type { FieldError, TaskDefinition } from '#generated/model/index.ts';
import type { Message, MessagePart } from '../../model/ask.ts';

/** Messages without the bytes of files, for the trace. The same input list returns the same result. */
export const shown = onceFor((messages: readonly Message[]): readonly Message[] =>
  messages.every(({ parts }) => parts === undefined)
    ? messages
    : messages.map(({ parts: _parts, ...message }) => message),
);

/**
 * The maximum combined length of both filled prompts: no model accepts more, and repeated inputs must not exhaust
 * memory.
 */
export const COMPILED_MAX = 8_000_000;

/**
 * How long the prompts of a definition are when filled, without filling them.
 * @param lengthOf measures a text: its characters by default
 */
export function promptSize(
  definition: TaskDefinition,
  values: Readonly<Record<string, string>>,
  lengthOf: (text: string) => number = (text) => text.length,
): number {
  const parts = partsIn(definition);
  let size = lengthOf(parts.texts);
  for (const [name, count] of parts.uses) size += count * lengthOf(values[name] ?? '');
  return size;
}

const partsIn = onceFor(({ system_prompt, user_prompt }: TaskDefinition) => {
  const parts = { texts: '', uses: new Map<string, number>() };
  for (const prompt of [system_prompt, user_prompt]) {
    for (const segment of parsePrompt(prompt)) {
      if (segment.type === 'variable') {
        parts.uses.set(segment.name, (parts.uses.get(segment.name) ?? 0) + 1);
      } else parts.texts += prompt.slice(segment.start, segment.end);
    }
  }
  return parts;
});

/** The JSON Schema that models are given for the output. */
export const outputSchemaOf = onceFor(({ output_format }: TaskDefinition): object =>
  outputSchema(output_format, { allRequired: true }),
);

/** The filled prompts. An empty system prompt adds no message. */
export function compileMessages(
  definition: TaskDefinition,
  values: Readonly<Record<string, string>>,
  files: ReadonlyMap<string, InputFile> = new Map(),
): Message[] {
  const system = compilePrompt(definition.system_prompt, values);
  const user: Message = { role: 'user', content: compilePrompt(definition.user_prompt, values) };
  if (files.size > 0) user.parts = partsOf(definition.user_prompt, values, files);
  return system.trim() === '' ? [user] : [{ role: 'system', content: system }, user];
}

/** A prompt split at the files it contains. */
function partsOf(
  prompt: string,
  values: Readonly<Record<string, string>>,
  files: ReadonlyMap<string, InputFile>,
): MessagePart[] {
  const parts: MessagePart[] = [];
  let from = 0;
  const addText = (to: number) => {
    const text = compilePrompt(prompt.slice(from, to), values);
    if (text !== '') parts.push(text);
  };
  for (const segment of parsePrompt(prompt)) {
    const file = segment.type === 'variable' ? files.get(segment.name) : undefined;
    if (!file) continue;
    addText(segment.start);
    parts.push(file);
    from = segment.end;
  }
  addText(prompt.length);
  return parts;
}

/** The text that describes the schema in a prompt. */
export function schemaInstruction(schema: object, hasTools: boolean): string {
  const first = hasTools ? 'Call tools first if the task needs them. Then respond' : 'Respond';
  return `${first} with a single JSON object that matches this JSON Schema, and nothing else:\n${JSON.stringify(schema)}`;
}

/**
 * Describes the schema in the prompt.
 * @param hasTools whether the model may call tools before it responds
 */
export function withSchemaInstruction(
  messages: readonly Message[],
  schema: object,
  hasTools: boolean,
): Message[] {
  const instruction = schemaInstruction(schema, hasTools);
  const [system, ...rest] = messages;
  if (system?.role !== 'system') return [{ role: 'system', content: instruction }, ...messages];
  return [{ role: 'system', content: `${system.content}\n\n${instruction}` }, ...rest];
}

/** The follow-up messages for an invalid output: the output, and what is wrong with it. */
export function repairMessages(
  definition: TaskDefinition,
  output: string,
  errors: readonly FieldError[],
): Message[] {
  const { output_format: format } = definition;
  const list = errors.map(({ pointer, message }) => `- ${pointer || 'the output'}: ${message}`);
  const again =
    format.type === 'text'
      ? 'Write the complete text again, and nothing else.'
      : `Respond again with a single JSON object that matches this JSON Schema, and nothing else:\n${JSON.stringify(outputSchema(format))}`;
  const content = ["Your output doesn't match the required format:", ...list, again].join('\n');
  // Providers reject empty assistant messages.
  const said: Message[] = output.trim() === '' ? [] : [{ role: 'assistant', content: output }];
  return [...said, { role: 'user', content }];
}

/** The arguments of a call; undefined if they are not valid JSON. */
export function parsedInput(input: string): unknown {
  return input.trim() === '' ? {} : tryJson(input);
}
