import { sampleChatReply } from '#core/chat/sample-reply.ts';
import { withoutPassages } from '#core/collection/cite/passage-prompt.ts';
import { sampleAnswer } from '#core/collection/cite/sample-answer.ts';
import { exampleOf, type JsonSchema } from '#core/json/example-value.ts';
import { parseJson } from '#core/json/parse-json.ts';
import type { AskableModel, Message, OutputConstraint } from '#domain/model/ask.ts';
import { sampleParts } from '#domain/model/sample-parts.ts';
import { ModelFailure } from '#domain/run/execution/model-failure.ts';
import type { Model, ProblemCode } from '#generated/model/index.ts';
import { SLOW_FACTOR } from '../faults.ts';
import type { Store } from '../store.ts';

/** Write `mock:fail=model_timeout` into an input or prompt to see a run fail that way. */
const FAULT = /mock:fail=([a-z_]+)/;
const TOKENS_BEFORE_FAILURE = 2;
/** Written before the output by models that reason. */
const REASONING = 'This reasoning comes from the mocks: no model has thought about your prompt.';

/**
 * A model that returns the same output for the same prompts, token by token. The output matches the output format and
 * is obviously not from a real model. If there are tools, it calls one of them, once.
 * @param write writes the output instead, given the prompts
 */
export function pretendModel(
  store: Store,
  info: Model,
  write?: (prompt: string) => string,
): AskableModel {
  if (!info.available) return { info, ask: null };
  return {
    info,
    async *ask(request) {
      const { messages, format } = request;
      if (info.endpoint.problem !== null)
        throw new ModelFailure('model_failed', info.endpoint.problem);
      const prompts = promptsOf(messages);
      const fault = FAULT.exec(prompts.system + prompts.user)?.[1] as ProblemCode | undefined;
      const output =
        write?.(prompts.user) ??
        pretendOutput(schemaOf(format) ?? schemaIn(prompts.system), prompts);
      yield* sampleParts(request, {
        seed: prompts.user,
        // Like real models, those without a temperature always reason.
        reasoning: info.supports.temperature ? [] : tokensOf(REASONING),
        pieces: tokensOf(output),
        async before(index) {
          await pause(store);
          if (!fault || index !== TOKENS_BEFORE_FAILURE) return;
          request.signal.throwIfAborted();
          throw new ModelFailure(fault, `The mocks are set to fail with ${fault}.`);
        },
      });
    },
  };
}

function tokensOf(text: string): string[] {
  return text.match(/\s*\S{1,6}|\s+$/g) ?? [];
}

function promptsOf(messages: readonly Message[]) {
  const textOf = (wanted: Message['role']) =>
    messages.flatMap(({ role, content }) => (role === wanted ? [content] : [])).join('\n');
  const last = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  return { system: textOf('system'), user: textOf('user'), question: withoutPassages(last) };
}

function schemaOf(format: OutputConstraint | undefined): object | undefined {
  return format?.type === 'json_schema' ? format.schema : undefined;
}

/** The schema in the prompt, for models that accept none in the request. */
function schemaIn(system: string): object | undefined {
  const json = /JSON Schema.*\n(\{.*\})/.exec(system)?.[1];
  return json === undefined ? undefined : (parseJson(json) as object);
}

function pause({ tokenMs, faults }: Store): Promise<void> {
  const factor = faults.stream === 'slow' ? SLOW_FACTOR : 1;
  return new Promise((resolve) => setTimeout(resolve, tokenMs * factor));
}

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
