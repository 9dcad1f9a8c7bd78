import { costOf } from '#core/billing/money.ts';
import { isFinal } from '#core/run/run-progress.ts';
import { readOutput } from '#core/task/output/output.ts';
import type {
  ProblemCode,
  Run,
  RunError,
  RunEvent,
  RunStep,
  RunSummary,
  RunUsage,
} from '#generated/model/index.ts';
import { SLOW_FACTOR } from '../faults.ts';
import { chargeRun } from '../memory/billing.ts';
import type { LiveRun, Store, StoredRun } from '../store.ts';
import { timestamp } from '../store.ts';
import { noteEndedRun } from '../webhook/ended-run.ts';
import { compile, countTokens, type Prompts, sandboxAnswer } from './sandbox.ts';
import { beginStep, endStep, messagesOf } from './steps.ts';
import { callTool } from './tools.ts';

/** Write `mock:fail=model_timeout` into an input or prompt to see a run fail that way. */
const FAULT = /mock:fail=([a-z_]+)/;
const USAGE_EVERY = 10;

/** Begins a run, or goes on with one that a page load interrupted; it goes on whoever listens. */
export function ensureLive(store: Store, stored: StoredRun): LiveRun | undefined {
  const known = store.live.get(stored.run.id);
  if (known || isFinal(stored.run.status)) return known;
  const live: LiveRun = { stored, cancelled: false, listeners: new Set() };
  store.live.set(stored.run.id, live);
  void execute(store, live);
  return live;
}

/** Waits until a run has ended. */
export async function untilEnded(store: Store, stored: StoredRun): Promise<Run> {
  const live = ensureLive(store, stored);
  while (live && !isFinal(live.stored.run.status)) await nextEvent(live);
  return (live?.stored ?? stored).run;
}

/** Waits until something happens in a run. */
export function nextEvent(live: LiveRun): Promise<void> {
  return new Promise((resolve) => {
    const listener = () => {
      live.listeners.delete(listener);
      resolve();
    };
    live.listeners.add(listener);
  });
}

/** A run without what only its own page shows. */
export function summaryOf(run: Run): RunSummary {
  const { inputs: _i, output: _o, output_text: _t, ...summary } = run;
  return summary;
}

async function execute(store: Store, live: LiveRun): Promise<void> {
  const { stored } = live;
  const { run, definition } = stored;
  const prompts = compile(definition, run.inputs);
  const emit = (event: RunEvent) => record(store, live, event);
  const step = (next: RunStep) => {
    putStep(stored, next);
    emit({ type: 'run.step', step: next });
  };

  run.status = 'running';
  // A run that a page load interrupted is done again: the answer is always the same, and so are the events.
  run.output_text = '';
  stored.steps.length = 0;
  stored.events.length = 0;
  await pause(store);
  const { retrieval } = definition;
  if (retrieval) {
    const search = beginStep(run, 'retrieve', 'collections', retrieval);
    run.error = collectionNotFound(retrieval.collection_ids);
    step(endStep(search, { status: 'failed', error: run.error }));
    return finish(store, live, 'failed');
  }
  const compiled = beginStep(run, 'compile', 'compile', run.inputs);
  step(endStep(compiled, { status: 'succeeded', output: messagesOf(prompts) }));
  if (!(await callTool(store, live, step))) return finish(store, live, 'cancelled');
  const model = beginStep(run, 'model', run.model_id, messagesOf(prompts));
  step(model);
  const error = await write(store, live, prompts, emit);
  run.usage = usageOf(store, run, prompts);
  const ended = { output: run.output_text, usage: run.usage };
  if (live.cancelled) {
    step(endStep(model, { status: 'cancelled', ...ended }));
    finish(store, live, 'cancelled');
  } else if (error) {
    step(endStep(model, { status: 'failed', error, ...ended }));
    run.error = error;
    finish(store, live, 'failed');
  } else {
    step(endStep(model, { status: 'succeeded', ...ended }));
    const validation = beginStep(run, 'validate', 'validate', run.output_text);
    const { output, valid } = readOutput(definition.output_format, run.output_text);
    step(endStep(validation, { status: valid ? 'succeeded' : 'failed', output }));
    run.output = output;
    run.output_valid = valid;
    if (!valid)
      run.error = { code: 'output_invalid', message: 'The output does not fit its format.' };
    finish(store, live, valid ? 'succeeded' : 'failed');
  }
}

/** The mocks hold no collections. */
function collectionNotFound([id]: readonly string[]): RunError {
  const message = `The collection ${id} is not in this project. Choose the collections of the task again, or turn its retrieval off.`;
  return { code: 'collection_not_found', message };
}

/** The model writes, token by token; gives why it stopped early, if it did. */
async function write(
  store: Store,
  live: LiveRun,
  prompts: Prompts,
  emit: (event: RunEvent) => void,
): Promise<RunError | undefined> {
  const { run, definition, answer } = live.stored;
  const fault = FAULT.exec(prompts.system + prompts.user)?.[1] as ProblemCode | undefined;
  const text = answer ?? sandboxAnswer(definition, prompts);
  const tokens = text.match(/\s*\S{1,6}|\s+$/g) ?? [];
  for (const [index, token] of tokens.entries()) {
    await pause(store);
    if (live.cancelled) return undefined;
    if (fault && index === 2)
      return { code: fault, message: `The mocks were asked to fail with ${fault}.` };
    run.first_token_ms ??= elapsed(run);
    const offset = run.output_text.length;
    run.output_text += token;
    emit({ type: 'run.delta', offset, text: token });
    if (index % USAGE_EVERY === 0) emit({ type: 'run.usage', usage: usageOf(store, run, prompts) });
  }
  return undefined;
}

function finish(store: Store, live: LiveRun, status: 'succeeded' | 'failed' | 'cancelled'): void {
  const { run, org_id } = live.stored;
  run.status = status;
  run.latency_ms = elapsed(run);
  run.ended_at = timestamp();
  store.pull();
  const elsewhere = store.data.runs[run.id];
  const isBilled = elsewhere !== live.stored && isFinal(elsewhere?.run.status);
  if (!isBilled) chargeRun(store, org_id, run);
  // Evaluations are no news for webhooks.
  if (status !== 'cancelled' && run.source !== 'evaluation' && !isBilled) {
    noteEndedRun(store, run);
  }
  record(store, live, { type: `run.${status}`, run: structuredClone(run) } as RunEvent);
  store.live.delete(run.id);
  store.push();
}

function record(store: Store, live: LiveRun, event: RunEvent): void {
  const { stored } = live;
  // Another tab's data may have been taken over meanwhile: what is executed here stays what it is here.
  store.data.runs[stored.run.id] = stored;
  stored.events.push(event);
  for (const listener of [...live.listeners]) listener();
}

function putStep(stored: StoredRun, step: RunStep): void {
  const at = stored.steps.findIndex((known) => known.id === step.id);
  if (at === -1) stored.steps.push(step);
  else stored.steps[at] = step;
}

function usageOf(store: Store, run: Run, prompts: Prompts): RunUsage {
  const tokens = {
    input_tokens: countTokens(prompts.system + prompts.user),
    output_tokens: countTokens(run.output_text),
  };
  const model = store.data.models.find((candidate) => candidate.id === run.model_id);
  return { ...tokens, cost: model ? costOf(tokens, model) : null };
}

function elapsed(run: Run): number {
  return Math.max(0, Date.now() - Date.parse(run.created_at));
}

function pause(store: Store): Promise<void> {
  const factor = store.faults.stream === 'slow' ? SLOW_FACTOR : 1;
  return new Promise((resolve) => setTimeout(resolve, store.tokenMs * factor));
}
