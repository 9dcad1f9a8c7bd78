import { sampleChatReply } from '#core/chat/sample-reply.ts';
import { withoutPassages } from '#core/collection/cite/passage-prompt.ts';
import { sampleAnswer } from '#core/collection/cite/sample-answer.ts';
import { exampleOf, type JsonSchema } from '#core/json/example-value.ts';
import type { AskableModel, Message, ModelRequest } from '#domain/model/ask.ts';
import { sampleParts } from '#domain/model/sample-parts.ts';

/** Delay per word, so that streaming, cancelling and resuming can be seen. A whole response takes a second or two. */
const WORD_MS = 25;
const SAID_OF_IT =
  "This is the built-in sandbox model. It needs no API key and costs nothing, but it isn't a real model.";
const SHOWN_CHARACTERS = 600;

/**
 * The built-in model, for trying everything without an API key. It is deterministic, says what it is, streams word by
 * word, and returns JSON that matches the given schema.
 * @param options.wordMs milliseconds between two words of a stream; 0 in tests
 * @param options.output writes the output; by default, it is an example that matches the format
 */
export function sandboxModel(
  info: AskableModel['info'],
  { wordMs = WORD_MS, output }: { wordMs?: number; output?: (prompt: string) => string } = {},
): AskableModel {
  return {
    info,
    ask(request) {
      const { messages, isStreamed } = request;
      const prompts = messages.map(textOf).join('\n');
      const last = messages.findLast(({ role }) => role === 'user');
      const question = last ? withoutPassages(textOf(last)) : '';
      const text = output?.(prompts) ?? outputFor(request, question, prompts);
      return sampleParts(request, {
        seed: question,
        pieces: isStreamed ? (text.match(/\s*\S+|\s+$/g) ?? []) : [text],
        before: () =>
          isStreamed && wordMs > 0
            ? new Promise((resolve) => setTimeout(resolve, wordMs))
            : undefined,
      });
    },
  };
}

/** With a schema, the simplest JSON that matches it; otherwise a text. */
function outputFor(
  { format, messages, parameters }: ModelRequest,
  question: string,
  prompts: string,
): string {
  const text =
    format?.type === 'json_schema'
      ? json(format.schema, question, prompts)
      : plain(messages, question, prompts);
  const most = parameters.max_output_tokens;
  return most === undefined ? text : text.slice(0, most * 4);
}

function json(schema: object, seed: string, prompts: string): string {
  const answer = sampleAnswer(prompts, seed) ?? 'written by the sandbox model';
  return JSON.stringify(
    exampleOf({ ...schema } as JsonSchema, { seed, text: () => answer }),
    null,
    2,
  );
}

/** Says what it is and repeats the prompt. If the prompt contains passages, it quotes one of them. */
function plain(messages: readonly Message[], question: string, prompts: string): string {
  const reply = sampleChatReply(prompts, question);
  if (reply !== undefined) return reply;
  const answer = sampleAnswer(prompts, question);
  if (answer !== undefined)
    return [SAID_OF_IT, `Closest to your prompt in the passages: ${answer}`].join('\n\n');
  const prompt = question.trim();
  const shown = prompt.length > SHOWN_CHARACTERS ? `${prompt.slice(0, SHOWN_CHARACTERS)}…` : prompt;
  const words = prompt === '' ? 0 : prompt.split(/\s+/).length;
  return [
    SAID_OF_IT,
    `Your prompt (${words} ${words === 1 ? 'word' : 'words'}):`,
    '',
    shown,
    ...messages.flatMap(({ replyTo, content }) =>
      replyTo ? ['', `${replyTo.name} replied: ${content}`] : [],
    ),
    '',
    'Choose another model to get real output.',
  ].join('\n');
}

function textOf({ role, content, parts = [content] }: Message): string {
  return role === 'tool' ? '' : parts.filter((part) => typeof part === 'string').join('');
}
