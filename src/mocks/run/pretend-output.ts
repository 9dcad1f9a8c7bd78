import { sampleChatReply } from '#core/chat/sample-reply.ts';
import { sampleAnswer } from '#core/collection/cite/sample-answer.ts';
import { exampleOf, type JsonSchema } from '#core/json/example-value.ts';

/**
 * The output of the mocks' model: always the same for the same prompts, and obviously not from a real model. If the
 * prompts contain passages, it quotes one of them.
 * @param prompts all messages by role, and the user's last one
 * @param schema the schema that the output must match; absent for text
 */
export function pretendOutput(
  schema: object | undefined,
  prompts: { system: string; user: string; question?: string },
): string {
  const all = `${prompts.system}\n${prompts.user}`;
  const reply = schema ? undefined : sampleChatReply(all, prompts.question ?? prompts.user);
  if (reply !== undefined) return reply;
  const answer = sampleAnswer(all, prompts.user);
  if (!schema) return answer === undefined ? plainOutput(prompts.user) : citingOutput(answer);
  const text = (name: string, hash: number) =>
    answer ?? `Mock ${name.replaceAll('_', ' ')} ${1 + (hash % 9)}`;
  const seed = prompts.system + prompts.user;
  return JSON.stringify(exampleOf({ ...schema } as JsonSchema, { seed, text }));
}

function citingOutput(answer: string): string {
  return `This output comes from the mocks: no model has read the passages. Closest to the question: ${answer}`;
}

function plainOutput(prompt: string): string {
  const start = prompt.trim().replace(/\s+/g, ' ').slice(0, 120);
  return [
    'This output comes from the mocks: no model has read your prompt.',
    `The prompt begins with “${start}”.`,
    'Connect a model to a real server for real output.',
  ].join(' ');
}
