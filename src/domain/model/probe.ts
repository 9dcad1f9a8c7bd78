import type { AskableModel } from '../run/execution/ask-model.ts';
import { ModelFailure } from '../run/execution/model-failure.ts';
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
}

/** A reply, or the endpoint's refusal of the request. */
type Tried = ProbeReply | { refusal: ModelFailure };

/**
 * Finds out what a model at an endpoint can do, by a few small requests of our own. Only what the endpoint says to these
 * counts: runs teach nothing, because one of them may fail for reasons of its own.
 * @throws ModelFailure when the model doesn't answer at all, or not now (rate limits, an endpoint that is down)
 */
export async function probeModel(model: AskableModel, signal: AbortSignal): Promise<ProbeResult> {
  const requests = probeRequests(model, signal);
  const { greeting, streamed } = await greet(requests);
  const [format, tools] = await Promise.all([probeFormat(requests), probeTools(requests)]);
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
    { name: 'schema', passed: format.step !== 'prompt', message: format.message },
    { name: 'tools', passed: tools.accepted, message: tools.message },
  ];
  return { capabilities, checks };
}

type Requests = ReturnType<typeof probeRequests>;

async function greet(requests: Requests) {
  const streamed = await tried(() => requests.greet(true));
  const greeting = isRefused(streamed) ? await requests.greet(false) : streamed;
  return { greeting, streamed };
}

async function probeFormat({ greetWithSchema, greetWithJson }: Requests) {
  const schema = await tried(greetWithSchema);
  if (!isRefused(schema) && (followsSchema(schema) || schema.isCutOff))
    return { step: 'json_schema' as FormatStep, message: 'Enforces JSON schemas.' };
  const json = await tried(greetWithJson);
  if (!isRefused(json) && isJsonObject(json))
    return { step: 'json_object' as FormatStep, message: 'Enforces JSON, but not schemas.' };
  if (!isRefused(schema)) {
    const message = "Accepts JSON schemas, but doesn't enforce them.";
    return { step: 'json_schema' as FormatStep, message };
  }
  const step: FormatStep = isRefused(json) ? 'prompt' : 'json_object';
  return { step, message: schema.refusal.message };
}

async function probeTools(requests: Requests) {
  const [choice, both] = await Promise.all([
    probeToolChoice(requests),
    tried(requests.askWithToolAndSchema),
  ]);
  const calledBoth = !isRefused(both) && both.called;
  const alone = calledBoth ? both : await tried(requests.askWithTool);
  const accepted = !isRefused(alone);
  const called = accepted && alone.called;
  return {
    accepted,
    choice,
    // A model that doesn't call the tool without a schema either says nothing about schemas.
    withFormat: calledBoth || (!called && !isRefused(both)),
    message: isRefused(alone)
      ? alone.refusal.message
      : called
        ? 'Calls tools.'
        : "Accepts tools, but didn't call one when asked to.",
  };
}

async function probeToolChoice(requests: Requests): Promise<Capabilities['tool_choice']> {
  const required = await tried(requests.greetWithRequiredTool);
  if (!isRefused(required) && required.called) return 'required';
  const named = await tried(requests.greetWithNamedTool);
  if (!isRefused(named) && named.called) return 'named';
  if (!isRefused(required)) return 'required';
  return isRefused(named) ? 'auto' : 'named';
}

/**
 * Sends a request, twice if need be: some servers answer 500 to what they don't support, and some when they are busy.
 * @throws what isn't the endpoint's opinion of the request: it can't be reached, is limited, takes too long
 */
async function tried(send: () => Promise<ProbeReply>): Promise<Tried> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      const isBroken = error.status === 500;
      if (error.isRefusal || (isBroken && attempt > 1)) return { refusal: error };
      if (!isBroken) throw error;
    }
  }
}

function isRefused(one: Tried): one is { refusal: ModelFailure } {
  return 'refusal' in one;
}

function outcome(one: Tried, message: string) {
  return isRefused(one)
    ? { passed: false, message: one.refusal.message }
    : { passed: true, message };
}
