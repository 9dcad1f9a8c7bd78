import type { JSONSchema7 } from '@ai-sdk/provider';
import { sampleChatReply } from '#core/chat/sample-reply.ts';
import { sampleAnswer } from '#core/collection/cite/sample-answer.ts';
import { exampleOf } from '#core/json/example-value.ts';

const SAID_OF_IT =
  "This is the built-in sandbox model. It needs no API key and costs nothing, but it isn't a real model.";
const SHOWN_CHARACTERS = 600;

/**
 * The sandbox model's output: with a schema, the simplest JSON that matches it; otherwise a text that says what it is and
 * repeats the prompt. If the prompt contains passages, it quotes one of them. The same prompt always gets the same output.
 * @param prompts all of the prompt, with the passages
 */
export function sandboxOutput(
  question: string,
  schema: JSONSchema7 | undefined,
  replies: readonly string[] = [],
  prompts = question,
): string {
  const reply = schema ? undefined : sampleChatReply(prompts, question);
  if (reply !== undefined) return reply;
  const answer = sampleAnswer(prompts, question);
  if (schema) {
    const text = () => answer ?? 'written by the sandbox model';
    return JSON.stringify(exampleOf({ ...schema }, { seed: question, text }), null, 2);
  }
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
    ...replies.flatMap((reply) => ['', reply]),
    '',
    'Choose another model to get real output.',
  ].join('\n');
}
