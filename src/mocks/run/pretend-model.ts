import { withoutPassages } from '#core/collection/cite/passage-prompt.ts';
import { exampleOf, hashText, type JsonSchema } from '#core/json/example-value.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { estimateTokens } from '#core/run/tokens.ts';
import type {
  AskableModel,
  Message,
  ModelRequest,
  OfferedTools,
  OutputConstraint,
  ToolCall,
} from '#domain/run/execution/ask-model.ts';
import { ModelFailure } from '#domain/run/execution/model-failure.ts';
import type { Model, ProblemCode } from '#generated/model/index.ts';
import { SLOW_FACTOR } from '../faults.ts';
import type { Store } from '../store.ts';
import { pretendOutput } from './pretend-output.ts';

/** Write `mock:fail=model_timeout` into an input or prompt to see a run fail that way. */
const FAULT = /mock:fail=([a-z_]+)/;
const TOKENS_BEFORE_FAILURE = 2;
/** What models that reason write before their output. */
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
    async ask({ messages, format, tools, signal, onReasoning, onText, onToolCall }: ModelRequest) {
      if (info.endpoint.problem !== null)
        throw new ModelFailure('model_failed', info.endpoint.problem);
      const prompts = promptsOf(messages);
      const call = toolToCall(tools, messages, prompts.user);
      const fault = FAULT.exec(prompts.system + prompts.user)?.[1] as ProblemCode | undefined;
      const output =
        write?.(prompts.user) ??
        pretendOutput(schemaOf(format) ?? schemaIn(prompts.system), prompts);
      const tokens = call ? [] : tokensOf(output);
      // As with real models, the ones that take no temperature always reason.
      const reasoning = info.supports.temperature ? '' : REASONING;
      for (const token of tokensOf(reasoning)) {
        await pause(store);
        signal.throwIfAborted();
        onReasoning?.(token);
      }
      for (const [index, token] of tokens.entries()) {
        await pause(store);
        signal.throwIfAborted();
        if (fault && index === TOKENS_BEFORE_FAILURE) {
          throw new ModelFailure(fault, `The mocks are set to fail with ${fault}.`);
        }
        onText(token);
      }
      if (call) onToolCall?.(call);
      const promptLength = messages.reduce((sum, { content }) => sum + content.length, 0);
      const written = reasoning + (call ? call.input : output);
      return {
        input: estimateTokens(promptLength),
        output: estimateTokens(written.length),
        isCutOff: false,
      };
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

function toolToCall(
  offered: OfferedTools | undefined,
  messages: readonly Message[],
  seed: string,
): ToolCall | undefined {
  if (!offered || messages.some(({ role }) => role === 'tool')) return undefined;
  const { tools, toolChoice: choice } = offered;
  if (choice.type === 'none') return undefined;
  const tool = tools.find(({ name }) => choice.type !== 'tool' || name === choice.toolName);
  if (!tool) return undefined;
  const args = exampleOf({ ...tool.inputSchema } as JsonSchema, { seed });
  const id = `call_${hashText(seed + tool.name)}`;
  return { id, name: tool.name, input: JSON.stringify(args) };
}

function pause({ tokenMs, faults }: Store): Promise<void> {
  const factor = faults.stream === 'slow' ? SLOW_FACTOR : 1;
  return new Promise((resolve) => setTimeout(resolve, tokenMs * factor));
}
