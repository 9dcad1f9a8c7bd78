import {
  TOOL_CALLS_MAX,
  TOOL_FAILURES_ALLOWED,
  TOOL_RESULT_MAX,
  TOOL_ROUNDS_MAX,
} from '#core/limits.ts';
import type { RunError, RunStep, TaskDefinition, TaskTool } from '#generated/model/index.ts';
import type { Message, OfferedTools, ToolCall } from '../../../model/ask.ts';
import type { Capabilities } from '../../../model/capabilities.ts';
import type { ToolCaller } from '../../../tool/tool.port.ts';
import { ModelFailure } from '../model-failure.ts';
import { parsedInput } from '../prompt.ts';
import type { RunJob } from '../run-job.ts';

/** Validates with JSON Schema. Loaded on demand: it is large, and most tasks have no tools. */
const loadToolArguments = () => import('./tool-arguments.ts');

/** How long to wait for a manual reply. Whoever is testing the task has left by then. */
const MANUAL_REPLY_MAX_MS = 15 * 60_000;

type Offering = Pick<RunJob, 'definition' | 'capabilities'>;

/**
 * The tools that a model is offered.
 * @param round how many times it has called tools: the task's choice applies to round 0, then the model decides, and in
 *   the last round it gets none
 */
export function offeredTools(
  { definition, capabilities }: Offering,
  round: number,
): OfferedTools | undefined {
  const { tools = [], tool_choice: choice } = definition;
  if (tools.length === 0) return undefined;
  // A model that can't be told which tool to call is offered no other one.
  const isOnly = round === 0 && choice?.type === 'one' && !takesNames(capabilities);
  const available = isOnly ? tools.filter(({ name }) => name === choice.tool) : tools;
  const offered = available.map(({ name, description, parameters }) => ({
    type: 'function' as const,
    name,
    description,
    inputSchema: parameters,
  }));
  return { tools: offered, toolChoice: toolChoice(choice, round, available, capabilities) };
}

function takesNames({ tool_choice: form }: Capabilities): boolean {
  return form === 'all' || form === 'named';
}

function toolChoice(
  choice: TaskDefinition['tool_choice'],
  round: number,
  available: readonly TaskTool[],
  capabilities: Capabilities,
): OfferedTools['toolChoice'] {
  if (choice?.type === 'none' || round >= TOOL_ROUNDS_MAX) return { type: 'none' };
  if (round > 0 || !choice || choice.type === 'auto') return { type: 'auto' };
  const { tool_choice: form } = capabilities;
  const wanted = choice.type === 'one' ? choice.tool : undefined;
  const only = wanted ?? (available.length === 1 ? available[0]?.name : undefined);
  if (only !== undefined && (wanted ?? form === 'named') && takesNames(capabilities))
    return { type: 'tool', toolName: only };
  return { type: form === 'all' || form === 'required' ? 'required' : 'auto' };
}

/**
 * Checks that a model called the tool that the task requires. Not every server makes it do so.
 * @throws ModelFailure `tool_failed`
 */
export function requireCall({ definition }: Offering, calls: readonly ToolCall[]): void {
  const { tools = [], tool_choice: choice } = definition;
  if (tools.length === 0 || (choice?.type !== 'one' && choice?.type !== 'required')) return;
  const wanted = choice.type === 'one' ? choice.tool : undefined;
  const isCalled = wanted ? calls.some(({ name }) => name === wanted) : calls.length > 0;
  if (isCalled) return;
  throw toolFailed(
    `The model didn't call ${wanted ? `the tool ${wanted}` : 'any tool'}, which the task requires. Describe in the prompt when to call it, or choose another model.`,
  );
}

/**
 * Executes a run's tool calls, each as a step of its trace. Calls made together run in parallel. An error is returned
 * to the model, which may recover; the run fails if a tool fails too often or the model keeps calling tools.
 * @throws ModelFailure `tool_failed`, naming the tool and the error
 */
export function createToolRun(job: RunJob, ask: ToolCaller) {
  const { live, definition } = job;
  const failures = new Map<string, number>();
  let called = 0;

  async function executeCall(call: ToolCall, signal: AbortSignal): Promise<Message> {
    const tool = definition.tools?.find(({ name }) => name === call.name);
    const args = parsedInput(call.input);
    const input = { arguments: args ?? call.input, execution: tool?.execution ?? null };
    const step = live.shown.beginStep('tool', call.name, input);
    const toMessage = (content: string): Message => ({ role: 'tool', content, replyTo: call });
    const fail = (message: string): Message => {
      const error: RunError = { code: 'tool_failed', message };
      live.shown.endStep(step, { status: 'failed', error });
      return toMessage(JSON.stringify({ error: message }));
    };

    // The model's own mistakes are limited by the number of rounds.
    if (!tool) return fail(`There is no tool named ${call.name}.`);
    const { argumentMistakes } = await loadToolArguments();
    // The run may have ended in the meantime, and then nothing would wake a tool that waits for a reply.
    signal.throwIfAborted();
    const mistakes = argumentMistakes(tool.parameters, args);
    if (mistakes.length > 0) return fail(`Invalid arguments: ${mistakes.join('; ')}.`);
    const { reply, error } = await replyOf(tool, args as Record<string, unknown>, step, signal);
    if (error !== null) {
      const message = fail(error);
      noteFailure(tool, error);
      return message;
    }
    const text = reply.slice(0, TOOL_RESULT_MAX);
    live.shown.endStep(step, { status: 'succeeded', output: parsedReply(text) });
    return toMessage(text);
  }

  async function replyOf(
    tool: TaskTool,
    args: Record<string, unknown>,
    step: RunStep,
    signal: AbortSignal,
  ) {
    if (tool.execution === 'manual') {
      if (!job.isStreamed || live.run.source !== 'console') throw needsManualReply(tool);
      live.shown.holdStep(step);
      const reply = await live.waiting.replyTo(step.id, MANUAL_REPLY_MAX_MS, signal);
      return reply === undefined
        ? { reply: null, error: 'Nobody replied in time.' }
        : { reply, error: null };
    }
    const { id: runId, task_id: taskId, project_id: projectId } = live.run;
    const given = await ask(tool, args, { projectId, taskId, runId, stepId: step.id, signal });
    signal.throwIfAborted();
    return given;
  }

  function noteFailure(tool: TaskTool, why: string): void {
    const count = (failures.get(tool.name) ?? 0) + 1;
    failures.set(tool.name, count);
    const allowed = tool.failures_allowed ?? TOOL_FAILURES_ALLOWED;
    if (count > allowed) throw failedTooOften(tool, count, why);
  }

  return {
    async execute(calls: readonly ToolCall[]): Promise<Message[]> {
      called += calls.length;
      if (called > TOOL_CALLS_MAX) throw calledTooOften(calls);
      // When the run ends, calls in progress are aborted.
      const round = new AbortController();
      const signal = AbortSignal.any([live.abort.signal, round.signal]);
      try {
        return await Promise.all(calls.map((call) => executeCall(call, signal)));
      } catch (reason) {
        round.abort(reason);
        throw reason;
      }
    },
  };
}

function toolFailed(message: string): ModelFailure {
  return new ModelFailure('tool_failed', message);
}

function parsedReply(text: string): unknown {
  const value = parsedInput(text);
  return value === undefined || text.trim() === '' ? text : value;
}

function needsManualReply({ name }: TaskTool): ModelFailure {
  return toolFailed(
    `The tool ${name} needs a manual reply, which is only possible when running the task in the console. Give it a webhook to call the task from elsewhere.`,
  );
}

function failedTooOften({ name }: TaskTool, count: number, why: string): ModelFailure {
  const failed = count === 1 ? 'failed' : `failed ${count} times, most recently`;
  return toolFailed(`The tool ${name} ${failed}: ${why}`);
}

function calledTooOften(calls: readonly ToolCall[]): ModelFailure {
  const name = calls.at(-1)?.name ?? '';
  return toolFailed(
    `The model called tools more than ${TOOL_CALLS_MAX} times in one run, most recently ${name}. State in the prompt when to stop calling tools.`,
  );
}
