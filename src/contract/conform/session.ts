import { kept } from '../diff/kept.ts';
import { type Finding, fingerprint } from '../report/finding.ts';
import { type Call, curlOf, filledPath, type Writer, writeCall } from './call.ts';
import type { HttpClient, HttpResponse, Outcome, WireRequest } from './http-client.ts';
import { judgeResponse, type Problem, type Situation, show } from './judge.ts';
import { jsonOf, type Links } from './links.ts';
import type { Api, ApiOperation } from './model.ts';
import type { Sampler } from './sampler.ts';
import type { Validator } from './validator.ts';

/** Stands for the version of the resource at the path, as last seen. */
export const CURRENT_ETAG = '\u0001current-etag';
const IF_MATCH = 'header If-Match';
/** After watching a stream this many times, its end is no longer awaited. */
const WATCHES = 3;
const BRIEFLY = 600;
/** How long the last requests may take when time has run out, in milliseconds. */
const GRACE = 1000;
/** Rate limits count by the minute. */
const LONGEST_WAIT = 60_000;
/** After this many timeouts, an operation is left alone. */
const PATIENCE = 1;

interface SessionParts {
  api: Api;
  client: HttpClient;
  writer: Writer;
  origin: string;
  validator: Validator;
  sampler: Sampler;
  links: Links;
  deadline: number;
}

type Report = (
  rule: Problem['rule'],
  message: string,
  cause: string,
  side?: Problem['side'],
) => void;

/** A request that was sent, and its response. */
export interface Exchange {
  /** Undefined if there was none, or none that could be judged. */
  response: HttpResponse | undefined;
  /** Why no usable response arrived; undefined if one did, or if nothing was sent. */
  trouble: string | undefined;
  /** 0 without a response. */
  status: number;
  isSuccess: boolean;
  /** The JSON of the response. */
  body: unknown;
  report: Report;
}

export interface Probed {
  outcome: Outcome;
  problems: Problem[];
}

export interface SeenResponses {
  count: number;
  /** How many times its end was not awaited. */
  cuts: number;
  headers: Set<string>;
}

export type Session = ReturnType<typeof createSession>;

/** One run against one server: what is sent, learned and found. */
export function createSession(parts: SessionParts) {
  const { client, links, validator, writer, deadline, origin } = parts;
  const started = Date.now();
  const found = new Map<string, Finding>();
  const hanging = new Map<ApiOperation, number>();
  const etags = new Map<string, string>();
  /** Responses of each operation by status, and the headers ever seen with them. */
  const seen = new Map<ApiOperation, Map<number, SeenResponses>>();
  let isGone = false;
  let ranOut = false;
  let untested = 0;

  /** Whether to stop because time has run out or the server is unreachable. */
  function isOver(share = 1): boolean {
    const end = Date.now() >= started + (deadline - started) * share;
    if (end && share === 1) ranOut = true;
    return isGone || end;
  }

  const current = (call: Call): Call => {
    if (call.values.get(IF_MATCH) !== CURRENT_ETAG) return call;
    const values = new Map(call.values).set(IF_MATCH, etags.get(filledPath(call)) ?? '*');
    return { ...call, values };
  };

  async function send(wire: WireRequest): Promise<Outcome> {
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await client.send(wire);
      if (outcome.kind !== 'response' || outcome.status !== 429) return outcome;
      const wait = Number(outcome.headers['retry-after'] ?? 1) * 1000;
      if (attempt >= 3 || !(wait <= LONGEST_WAIT) || Date.now() + wait > deadline) {
        untested += 1;
        return outcome;
      }
      await new Promise((resolve) => setTimeout(resolve, Math.max(100, wait)));
    }
  }

  /** Sends, learns and judges. Undefined when no time is left or the operation hangs. */
  async function ask(call: Call, situation = usual(call)): Promise<Outcome | undefined> {
    const probed = await probe(call, situation);
    for (const problem of probed?.problems ?? []) record(problem, call, probed?.outcome);
    return probed?.outcome;
  }

  /** Like `ask`, with everything that a check of the response needs. */
  async function exchange(call: Call, situation?: Situation): Promise<Exchange> {
    const outcome = await ask(call, situation);
    const response = outcome?.kind === 'response' ? outcome : undefined;
    return {
      response,
      trouble: outcome?.kind === 'response' ? undefined : outcome?.message,
      status: response?.status ?? 0,
      isSuccess: isSuccess(outcome),
      body: bodyOf(outcome),
      report: reporter(call, outcome),
    };
  }

  /** Reports defects of a call or its response. */
  function reporter(call: Call, outcome?: Outcome): Report {
    return (rule, message, cause, side = 'response') =>
      record({ rule, message, cause, side }, call, outcome);
  }

  /** Like `ask`, but returns the problems instead of recording them. */
  async function probe(asked: Call, situation: Situation): Promise<Probed | undefined> {
    const { operation } = asked;
    if (isOver() || (hanging.get(operation) ?? 0) >= PATIENCE) return undefined;
    const call = current(asked);
    validator.sent(call.body?.value);
    const wire = { ...writeCall(call, writer), ...(isWatched(operation) && { streamMs: BRIEFLY }) };
    const sendInTime = () =>
      send({ ...wire, timeoutMs: Math.max(0, deadline - Date.now()) + GRACE });
    let outcome = await sendInTime();
    // A busy machine may stall once; an operation that fails to respond twice hangs.
    if (outcome.kind === 'timeout' && !isOver()) outcome = await sendInTime();
    // Time ran out during the request, so this isn't a finding.
    if (outcome.kind === 'timeout' && isOver()) return undefined;
    if (outcome.kind === 'refused') return gone(call, outcome);
    if (outcome.kind === 'timeout') hanging.set(operation, (hanging.get(operation) ?? 0) + 1);
    if (outcome.kind === 'response') note(call, outcome);
    const isLimited = outcome.kind === 'response' && outcome.status === 429;
    const isJudged = isOwn(call) && !isLimited;
    const problems = isJudged ? judgeResponse(call, outcome, situation, validator) : [];
    return { outcome, problems };
  }

  function isWatched(operation: ApiOperation): boolean {
    const all = [...(seen.get(operation)?.values() ?? [])];
    return all.reduce((sum, { cuts }) => sum + cuts, 0) >= WATCHES;
  }

  async function gone(call: Call, outcome: Outcome): Promise<undefined> {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      const again = await client.send({ method: 'GET', path: '/', headers: {} });
      if (again.kind !== 'refused') return undefined;
    }
    const message = 'the server accepts no more connections, since about this request';
    if (!isGone) reporter(call, outcome)('no-response', message, 'gone');
    isGone = true;
    return undefined;
  }

  function note(call: Call, response: HttpResponse): void {
    if (!isOwn(call)) return;
    links.learn(call, response);
    if (isSuccess(response) && call.operation.method === 'DELETE') links.forget(filledPath(call));
    const { etag } = response.headers;
    if (etag !== undefined) etags.set(filledPath(call), etag);
    const byStatus = kept(seen, call.operation, () => new Map<number, SeenResponses>());
    const fresh = (): SeenResponses => ({ count: 0, cuts: 0, headers: new Set() });
    const known = kept(byStatus, response.status, fresh);
    known.count += 1;
    if (response.isCut) known.cuts += 1;
    for (const name of Object.keys(response.headers)) known.headers.add(name);
  }

  const keyOf = (operation: ApiOperation, { rule, cause }: Problem) =>
    fingerprint(operation.name, rule, cause);

  function record(problem: Problem, call: Call, outcome?: Outcome): void {
    const { operation } = call;
    const key = keyOf(operation, problem);
    if (found.has(key)) return;
    const { rule, message, side } = problem;
    found.set(key, {
      level: 'error',
      rule,
      message,
      operation: operation.name,
      side,
      details: [
        { label: 'request', text: curlOf(origin, writeCall(current(call), writer)) },
        ...(outcome ? [{ label: 'response', text: described(outcome) }] : []),
      ],
      fingerprint: key,
      data: { ...(operation.operationId && { operationId: operation.operationId }) },
    });
  }

  return {
    ...parts,
    ask,
    exchange,
    probe,
    record,
    reporter,
    seen,
    isOver,
    /** Whether this was found before. */
    isKnown: (operation: ApiOperation, problem: Problem) => found.has(keyOf(operation, problem)),
    /** Whether anything was found by this rule. */
    hasRule: ({ name }: ApiOperation, rule: Problem['rule']) =>
      [...found.values()].some((one) => one.operation === name && one.rule === rule),
    findings: () => [...found.values()],
    get ranOut() {
      return ranOut;
    },
    /** How many requests were still refused with 429 after waiting, so that nothing is known about them. */
    get untested() {
      return untested;
    },
  };
}

/** Whether the operation itself was called. */
function isOwn({ method, operation }: Call): boolean {
  return method === undefined || method === operation.method;
}

function described(outcome: Outcome): string {
  if (outcome.kind !== 'response') return outcome.message;
  const type = outcome.headers['content-type'] ?? '';
  return `${outcome.status} ${type} ${show(outcome.text)}`.trim();
}

/** A request with nothing special about it. */
export function usual({ operation, isResolved }: Call): Situation {
  const tolerated = operation.path.includes('{') && !isResolved ? [404] : [];
  return { what: 'an ordinary request', site: 'usual', tolerated };
}

export function isSuccess(outcome: Outcome | undefined): outcome is HttpResponse {
  return outcome?.kind === 'response' && outcome.status >= 200 && outcome.status < 300;
}

export function bodyOf(outcome: Outcome | undefined): unknown {
  return outcome?.kind === 'response' ? jsonOf(outcome) : undefined;
}
