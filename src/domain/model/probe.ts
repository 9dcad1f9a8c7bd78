import { ModelFailure } from '../run/execution/model-failure.ts';
import type { AskableModel } from './ask.ts';
import type { Capabilities, FormatStep } from './capabilities.ts';
import { followsSchema, isJsonObject, type ProbeReply, probeRequests } from './probe-requests.ts';

/** One thing that a probe tried. */
export interface ProbeCheck {
  name: 'answer' | 'stream' | 'schema' | 'tools';
  passed: boolean;
  /** What was found, or what the endpoint said. */
  message: string;
}

export interface ProbeResult {
  capabilities: Capabilities;
  checks: ProbeCheck[];
  /** Whether all requests were answered in time. What isn't known is assumed in the way that works everywhere. */
  isComplete: boolean;
}

/** A reply, or the endpoint's refusal of the request. It's late if there is neither when time is up. */
type Tried = ProbeReply | { refusal: ModelFailure; isLate: boolean };

/**
 * Finds out what a model at an endpoint can do, by a few small requests of our own. Only what the endpoint says to these
 * counts: runs teach nothing, because one of them may fail for reasons of its own.
 * @param signal ends the probe. What was found until then counts
 * @throws ModelFailure when the model doesn't answer at all, or not now (rate limits, an endpoint that is down)
 */
export async function probeModel(model: AskableModel, signal: AbortSignal): Promise<ProbeResult> {
  const requests = probeRequests(model, signal);
  const tried = trier(signal);
  const { greeting, streamed } = await greet(requests, tried);
  const [format, tools] = await Promise.all([
    probeFormat(requests, tried),
    probeTools(requests, tried),
  ]);
  const capabilities: Capabilities = {
    streaming: !isRefused(streamed),
    format: format.step,
    tools: tools.accepted,
    tool_choice: tools.choice,
    tools_with_format: tools.withFormat,
    reasoning: greeting.hasReasoning,
  };
  const checks: ProbeCheck[] = [
    { name: 'answer', passed: true, message: '' },
    { name: 'stream', ...outcome(streamed, '') },
    { name: 'schema', passed: format.passed, message: format.message },
    { name: 'tools', passed: tools.passed, message: tools.message },
  ];
  return { capabilities, checks, isComplete: !format.isLate && !tools.isLate };
}

type Requests = ReturnType<typeof probeRequests>;

type Try = ReturnType<typeof trier>;

async function greet(requests: Requests, tried: Try) {
  const streamed = await tried(() => requests.greet(true));
  if (!isRefused(streamed)) return { greeting: streamed, streamed };
  if (streamed.isLate) throw streamed.refusal;
  return { greeting: await requests.greet(false), streamed };
}

async function probeFormat({ greetWithSchema, greetWithJson }: Requests, tried: Try) {
  const schema = await tried(greetWithSchema);
  const found = (step: FormatStep, message: string, isLate = false) => ({
    step,
    message,
    isLate,
    passed: step !== 'prompt' && !isLate,
  });
  if (!isRefused(schema) && (followsSchema(schema) || schema.isCutOff))
    return found('json_schema', 'Enforces JSON schemas.');
  if (isLate(schema)) return found('json_schema', LATE, true);
  const json = await tried(greetWithJson);
  if (isLate(json)) return found('json_schema', LATE, true);
  if (!isRefused(json) && isJsonObject(json))
    return found('json_object', 'Enforces JSON, but not schemas.');
  if (!isRefused(schema))
    return found('json_schema', "Accepts JSON schemas, but doesn't enforce them.");
  return found(isRefused(json) ? 'prompt' : 'json_object', schema.refusal.message);
}

async function probeTools(requests: Requests, tried: Try) {
  const { choice, required } = await probeToolChoice(requests, tried);
  const isForced = choice === 'required' && !isRefused(required) && required.called;
  // A model that has to call the tool does so unless the format rules it out. Others may just not want to.
  const both = await tried(() => requests.askWithToolAndSchema(isForced ? 'required' : 'auto'));
  const withFormat = !isRefused(both) && both.called;
  const alone = isForced || withFormat ? required : await tried(requests.askWithTool);
  const late = [required, both, alone].some(isLate);
  const accepted = late || isForced || withFormat || !isRefused(alone);
  const called = isForced || withFormat || (!isRefused(alone) && alone.called);
  return {
    accepted,
    choice,
    withFormat,
    isLate: late,
    passed: accepted && (called || !late),
    message: called
      ? 'Calls tools.'
      : late
        ? LATE
        : isRefused(alone)
          ? alone.refusal.message
          : "Accepts tools, but didn't call one when asked to.",
  };
}

async function probeToolChoice(requests: Requests, tried: Try) {
  const required = await tried(requests.greetWithRequiredTool);
  const found = (choice: Capabilities['tool_choice']) => ({ choice, required });
  if (isLate(required) || (!isRefused(required) && required.called)) return found('required');
  const named = await tried(requests.greetWithNamedTool);
  if (!isRefused(named) && named.called) return found('named');
  if (!isRefused(required)) return found('required');
  return found(isRefused(named) ? 'auto' : 'named');
}

/** What is known about what didn't come in time. */
const LATE = "Not known, because the model didn't respond in time.";

/**
 * Sends a request, twice if need be: some servers answer 500 to what they don't support, and some when they are busy.
 * Throws what isn't the endpoint's opinion of the request: it can't be reached, or is limited.
 */
function trier(signal: AbortSignal) {
  return async (send: () => Promise<ProbeReply>): Promise<Tried> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send();
      } catch (error) {
        if (signal.aborted)
          return { refusal: new ModelFailure('model_timeout', LATE), isLate: true };
        if (!(error instanceof ModelFailure)) throw error;
        const isBroken = error.status === 500;
        if (error.isRefusal || (isBroken && attempt > 1)) return { refusal: error, isLate: false };
        if (!isBroken) throw error;
      }
    }
  };
}

function isLate(one: Tried): boolean {
  return isRefused(one) && one.isLate;
}

function isRefused(one: Tried): one is Extract<Tried, { refusal: unknown }> {
  return 'refusal' in one;
}

function outcome(one: Tried, message: string) {
  return isRefused(one)
    ? { passed: false, message: one.refusal.message }
    : { passed: true, message };
}
