import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { TOOL_ROUNDS_MAX } from '#core/limits.ts';
import type { RunError, TaskDefinition, TaskTool } from '#generated/model/index.ts';
import { ModelFailure } from '../../platform/models/model-error.ts';
import type { RunJob } from './run-executor.ts';
import { type Message, parsedInput, type ToolCall } from './run-prompt.ts';
import { beginStep, endStep, showWaiting } from './run-trace.ts';
import { argumentMistakes } from './tool-arguments.ts';

/** Asks whoever answers a tool; the error says why there is no answer. */
export type ToolCaller = (
  tool: TaskTool,
  args: Record<string, unknown>,
  context: { runId: string; taskId: string; signal: AbortSignal },
) => Promise<{ reply: string; error: string | null }>;

export type OfferedTools = Pick<LanguageModelV4CallOptions, 'tools' | 'toolChoice'>;

/** More of a reply would crowd out everything else that the model is to read. */
const REPLY_MAX = 100_000;
/** Somebody who tries a task and has not answered by now has gone. */
const HAND_MAX_MS = 15 * 60_000;

/**
 * The tools that a model is offered.
 * @param round how often it has called tools: after the first time it decides, and in the end it must answer
 */
export function offeredTools(definition: TaskDefinition, round: number): OfferedTools | undefined {
  const { tools = [], tool_choice: choice } = definition;
  if (tools.length === 0) return undefined;
  const offered = tools.map(({ name, description, parameters }) => ({
    type: 'function' as const,
    name,
    description,
    inputSchema: parameters,
  }));
  return { tools: offered, toolChoice: toolChoice(choice, round) };
}

function toolChoice(
  choice: TaskDefinition['tool_choice'],
  round: number,
): NonNullable<OfferedTools['toolChoice']> {
  if (choice?.type === 'none' || round >= TOOL_ROUNDS_MAX) return { type: 'none' };
  if (round > 0 || !choice || choice.type === 'auto') return { type: 'auto' };
  return choice.type === 'one' && choice.tool
    ? { type: 'tool', toolName: choice.tool }
    : { type: 'required' };
}

/**
 * Answers one call of a tool, as a step of the run. A call that fails is told to the model, which may do better; only
 * what cannot be answered at all ends the run.
 * @throws ModelFailure `tool_failed` when a person would have to answer and none is there
 */
export async function runTool(job: RunJob, call: ToolCall, ask: ToolCaller): Promise<Message> {
  const { live, definition } = job;
  const tool = definition.tools?.find(({ name }) => name === call.name);
  const args = parsedInput(call.input);
  const input = { arguments: args ?? call.input, execution: tool?.execution ?? null };
  const step = beginStep(live, 'tool', call.name, input);
  const told = (content: string): Message => ({ role: 'tool', content, answers: call });
  const fail = (message: string): Message => {
    const error: RunError = { code: 'tool_failed', message };
    endStep(live, step, { status: 'failed', error });
    return told(JSON.stringify({ error: message }));
  };

  if (!tool) return fail(`There is no tool named ${call.name}.`);
  const mistakes = argumentMistakes(tool.parameters, args);
  if (mistakes.length > 0) return fail(`The arguments do not fit: ${mistakes.join('; ')}.`);
  let reply: string;
  if (tool.execution === 'manual') {
    if (!job.isStreamed || live.run.source !== 'console') throw nobodyThere(tool);
    showWaiting(live, step);
    const given = await live.waitForReply(step.id, HAND_MAX_MS);
    if (given === undefined) return fail('Nobody answered.');
    reply = given;
  } else {
    const context = {
      runId: live.run.id,
      taskId: live.run.task_id,
      signal: live.abort.signal,
    };
    const answer = await ask(tool, args as Record<string, unknown>, context);
    live.abort.signal.throwIfAborted();
    if (answer.error !== null) return fail(answer.error);
    reply = answer.reply;
  }
  const text = reply.slice(0, REPLY_MAX);
  endStep(live, step, { status: 'succeeded', output: parsedReply(text) });
  return told(text);
}

function parsedReply(text: string): unknown {
  const value = parsedInput(text);
  return value === undefined || text.trim() === '' ? text : value;
}

function nobodyThere({ name }: TaskTool): ModelFailure {
  return new ModelFailure(
    'tool_failed',
    `The tool ${name} is answered by hand, and only while somebody tries the task in the console. Give it a webhook to call the task from outside.`,
  );
}
