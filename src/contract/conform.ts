import { type Credentials, credentialsFor } from './conform/credentials.ts';
import { createHttpClient, type HttpClient } from './conform/http-client.ts';
import { createLinks } from './conform/links.ts';
import type { Api, ApiOperation } from './conform/model.ts';
import { readApi } from './conform/read-api.ts';
import { type Reached, runPhases } from './conform/run-phases.ts';
import { createSampler } from './conform/sampler.ts';
import { createSession, type Session } from './conform/session.ts';
import { createValidator } from './conform/validator.ts';
import { createGenerator } from './diff/values/generate.ts';
import { openContract } from './diff.ts';
import { counted, type Report } from './report/finding.ts';

export interface ConformOptions {
  /** Base URL of the server; with the path of the API, if it differs from the contract's. */
  url: string;
  /** Sent with every request: credentials. */
  headers?: Record<string, string> | undefined;
  /** A token, an API key or `user:password`, sent in the form that the contract's security schemes require. */
  auth?: string | undefined;
  /** The same for an account that may see nothing of the first one's: whatever has an ID is asked for with it too. */
  otherAuth?: string | undefined;
  /** Patterns for operations, matched against `GET /task/*` or the operationId; `*` matches anything. */
  include?: readonly string[] | undefined;
  exclude?: readonly string[] | undefined;
  /** The same seed sends the same requests. */
  seed?: number | undefined;
  /** How long the whole run may take. */
  budgetMs?: number | undefined;
  /** How long one response may take. */
  timeoutMs?: number | undefined;
  concurrency?: number | undefined;
  /** Random requests per operation. */
  runs?: number | undefined;
}

/** `conform` cannot test the server; the message says why. */
export class ConformError extends Error {
  override name = 'ConformError';
}

const DEFAULTS = { seed: 1, budgetMs: 120_000, timeoutMs: 10_000, concurrency: 4, runs: 25 };

/**
 * Drives a running server from its contract and reports each response that the contract does not allow. It creates,
 * changes and deletes data, so use a test server.
 * @throws ContractError when the contract cannot be read, ConformError when nothing responds
 */
export async function conform(contract: unknown, options: ConformOptions): Promise<Report> {
  const started = Date.now();
  const { url, headers = {}, auth, otherAuth, ...rest } = options;
  const settings = { ...DEFAULTS, ...defined(rest) };
  const source = openContract(contract, 'contract');
  const api = readApi(source);
  const chosen = api.operations.filter((operation) => isChosen(operation, settings));
  if (chosen.length === 0)
    throw new ConformError('No operation of the contract matches --include and --exclude.');
  if (!URL.canParse(url)) throw new ConformError(`${url} is not a URL.`);
  const { origin, pathname } = new URL(url);
  const client = createHttpClient({ origin, ...settings });
  try {
    const prefix = await prefixOf(client, api, pathname.replace(/\/+$/, ''), origin);
    const session = createSession({
      api,
      client,
      origin,
      writer: {
        prefix,
        schemes: api.schemes,
        ...carried(api, headers, auth),
        ...(otherAuth !== undefined && { other: carried(api, headers, otherAuth) }),
      },
      validator: createValidator(),
      sampler: createSampler(source, createGenerator('one')),
      links: createLinks(api.operations, prefix),
      deadline: started + settings.budgetMs,
    });
    const reached = await runPhases(session, chosen, settings);
    return toReport(session, {
      ...reached,
      chosen,
      seed: settings.seed,
      requests: client.count,
      seconds: Math.round((Date.now() - started) / 100) / 10,
    });
  } finally {
    client.close();
  }
}

function carried(
  { schemes }: Api,
  headers: Record<string, string>,
  auth: string | undefined,
): Credentials {
  const credentials = credentialsFor(schemes.values(), auth);
  return { ...credentials, headers: { ...credentials.headers, ...headers } };
}

function defined<T extends object>(options: T) {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

function isChosen(
  { name, operationId = '' }: ApiOperation,
  { include = [], exclude = [] }: Pick<ConformOptions, 'include' | 'exclude'>,
): boolean {
  const fits = (pattern: string) => {
    const text = pattern.split('*').map(escaped).join('.*');
    const expression = new RegExp(`^${text}$`, 'i');
    return [name, operationId, name.split(' ')[1] ?? ''].some((one) => expression.test(one));
  };
  return (include.length === 0 || include.some(fits)) && !exclude.some(fits);
}

function escaped(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
}

/** The prefix of the contract's paths: the given one, or the path of the contract's first server. */
async function prefixOf(
  client: HttpClient,
  api: Api,
  given: string,
  origin: string,
): Promise<string> {
  const simple = api.operations.find(({ method, path }) => method === 'GET' && !path.includes('{'));
  const path = simple?.path ?? '/';
  const ask = (prefix: string) =>
    client.send({ method: 'GET', path: `${prefix}${path}`, headers: { accept: '*/*' } });
  const prefix = given || api.prefix;
  const first = await ask(prefix);
  if (first.kind === 'refused')
    throw new ConformError(
      `Nothing responds at ${origin} (${first.message}). Is the server running?`,
    );
  // One operation that hangs is a finding; a server that hangs cannot be tested.
  if (first.kind === 'timeout') {
    const other = await client.send({ method: 'GET', path: '/conform-probe', headers: {} });
    if (other.kind === 'timeout')
      throw new ConformError(`${origin} accepts connections, but gives ${other.message}.`);
  }
  if (given || !api.prefix || first.kind !== 'response' || first.status !== 404) return prefix;
  const bare = await ask('');
  return bare.kind === 'response' && bare.status !== 404 ? '' : prefix;
}

/** The share of requests that a server may refuse with 429 and still count as tested. */
const UNTESTED_MAX = 0.05;

interface Summary extends Reached {
  chosen: readonly ApiOperation[];
  seed: number;
  requests: number;
  seconds: number;
}

function toReport(session: Session, summary: Summary): Report {
  const { chosen, succeeded, unseen, seed, requests, seconds } = summary;
  const findings = session.findings();
  const failing = new Set(findings.map(({ operation }) => operation));
  const never = chosen
    .filter((operation) => !succeeded.includes(operation))
    .map(({ name }) => name);
  const count = findings.length;
  const { untested } = session;
  const isTested = untested <= requests * UNTESTED_MAX;
  const where = `${failing.size} of ${chosen.length} operations`;
  const [title, verdict] =
    count > 0
      ? ['The server does not conform to its contract', `${counted(count, 'finding')} in ${where}`]
      : isTested
        ? ['The server conforms to its contract', 'the server conforms to its contract']
        : ['The server could not be tested', 'nothing was found, but too much was left untested'];
  const parts = [
    verdict,
    `${requests} requests to ${chosen.length} operations in ${seconds} s, seed ${seed}`,
    ...(session.ranOut ? ['time ran out before everything was tested'] : []),
    ...(untested > 0 ? [untestedPart(untested, requests)] : []),
    ...(unseen.length > 0 ? [`never sent by the socket: ${unseen.join(', ')}`] : []),
    ...(never.length > 0 ? [`never responded with success: ${never.join(', ')}`] : []),
  ];
  return {
    name: 'conform',
    title,
    summary: `${parts.join('; ')}.`,
    findings,
    labels: { error: 'Broken', warning: 'To review', info: 'Information' },
    passed: chosen.map(({ name }) => name).filter((name) => !failing.has(name)),
    data: { seed, requests, seconds, never, unseen, untested, isTested, ranOut: session.ranOut },
  };
}

function untestedPart(untested: number, requests: number): string {
  const count = (number: number) => number.toLocaleString('en-US');
  return `${count(untested)} of ${count(requests)} responses were 429: raise the server's rate limit, or test fewer operations with --include`;
}
