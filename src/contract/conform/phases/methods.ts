import { type Call, filledPath } from '../call.ts';
import type { Outcome } from '../http-client.ts';
import type { Problem } from '../judge.ts';
import type { ApiOperation } from '../model.ts';
import { isSuccess, type Session } from '../session.ts';
import type { Base } from '../world.ts';

const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'];

/** Methods that a path does not declare must get 405 with the allowed methods; OPTIONS and HEAD must be consistent. */
export async function checkMethods(session: Session, bases: readonly Base[]): Promise<void> {
  const reads = bases.filter(({ call }) => call.operation.method === 'GET');
  const base = reads.find(({ isAccepted }) => isAccepted) ?? reads[0] ?? bases[0];
  if (!base) return;
  const { body: _, ...call } = base.call;
  const path = filledPath(call);
  const fitting = session.links.operationsAt(path);
  const methodsOf = (operations: readonly ApiOperation[]) =>
    new Set(operations.map(({ method }) => method));
  // Some servers treat `/task/search` as a task: methods that only that path accepts are skipped.
  const all = methodsOf(fitting);
  const declared = methodsOf(fitting.filter((one) => one.path === call.operation.path));
  const probe: Probe = { session, call, declared, isCertain: base.call.isResolved };
  for (const method of METHODS) if (!all.has(method)) await checkUndeclared(probe, method);
  if (!declared.has('OPTIONS')) await checkOptions(probe);
  const isStream = [...call.operation.responses.values()].some(({ contents }) =>
    contents.some(({ type }) => type === 'text/event-stream'),
  );
  const isRead = call.operation.method === 'GET';
  if (isRead && !declared.has('HEAD') && !isStream) await checkHead(probe);
}

interface Probe {
  session: Session;
  call: Call;
  declared: ReadonlySet<string>;
  /** Whether the path names something that exists. */
  isCertain: boolean;
}

async function checkUndeclared({ session, call, declared, isCertain }: Probe, method: string) {
  const asked = { ...call, method };
  const outcome = await ask(session, asked);
  const report = reporter(session, asked, outcome);
  if (!outcome) return;
  if (outcome.kind !== 'response')
    return report(
      'method-not-refused',
      `${outcome.message}, to ${method}, which is not declared`,
      method,
    );
  const { status, headers } = outcome;
  if (isTolerated(status, isCertain)) return;
  if (status !== 405)
    return report(
      'method-not-refused',
      `responds with ${status} to ${method}, which is not declared; expected 405`,
      status < 300 ? method : String(status),
    );
  const problem = allowProblem(headers.allow, declared, method);
  if (problem) report('missing-allow', `the 405 response to ${method} ${problem}`, 'allow');
}

/** Forbidden, rate-limited or not found: nothing can be concluded. */
function isTolerated(status: number, isCertain: boolean): boolean {
  if ([401, 403, 404].includes(status) && !isCertain) return true;
  return status === 401 || status === 403 || status === 429 || status === 501;
}

function allowProblem(
  allow: string | undefined,
  declared: ReadonlySet<string>,
  refused: string,
): string | undefined {
  if (allow === undefined) return 'lacks the header Allow';
  const named = new Set(allow.split(',').map((method) => method.trim().toUpperCase()));
  if (named.has(refused)) return `lists that method in Allow (${allow})`;
  const missing = [...declared].filter((method) => !named.has(method));
  return missing.length > 0 ? `lacks ${missing.join(', ')} in Allow (${allow})` : undefined;
}

async function checkOptions({ session, call, declared }: Probe): Promise<void> {
  const asked = { ...call, method: 'OPTIONS' };
  const outcome = await ask(session, asked);
  const report = reporter(session, asked, outcome);
  if (!outcome) return;
  if (outcome.kind !== 'response')
    return report('odd-options', `${outcome.message}, to OPTIONS`, 'options');
  const { status, headers } = outcome;
  if (status >= 500 && status !== 501)
    return report('odd-options', `responds with ${status} to OPTIONS`, 'options');
  if (status === 405 && headers.allow === undefined)
    return report('odd-options', 'the 405 response to OPTIONS lacks the header Allow', 'options');
  if (!isSuccess(outcome)) return;
  const allow = headers.allow ?? headers['access-control-allow-methods'];
  const problem =
    allow === undefined
      ? 'names no methods (Allow)'
      : allow === '*'
        ? undefined
        : allowProblem(allow, declared, '');
  if (problem) report('odd-options', `the ${status} response to OPTIONS ${problem}`, 'options');
}

async function checkHead({ session, call }: Probe): Promise<void> {
  const get = await session.ask(call, {
    what: 'an ordinary request',
    site: 'usual',
    tolerated: [404],
  });
  const asked = { ...call, method: 'HEAD' };
  const head = await ask(session, asked);
  const report = reporter(session, asked, head);
  if (get?.kind !== 'response' || !head) return;
  if (head.kind !== 'response') return report('odd-head', `${head.message}, to HEAD`, 'head');
  if ([405, 501, 429].includes(head.status)) {
    if (head.status === 405 && head.headers.allow === undefined)
      report('odd-head', 'the 405 response to HEAD lacks the header Allow', 'head');
    return;
  }
  if (head.status !== get.status)
    return report(
      'odd-head',
      `responds with ${head.status} to HEAD, but with ${get.status} to GET`,
      'head',
    );
  const [own, other] = [head, get].map(({ headers }) => headers['content-type']?.split(';')[0]);
  if (own !== undefined && own !== other)
    report(
      'odd-head',
      `responds with ${own} to HEAD, but with ${other ?? 'no content type'} to GET`,
      'head',
    );
}

function ask(session: Session, call: Call): Promise<Outcome | undefined> {
  return session.ask(call, { what: call.method ?? '', site: 'method', tolerated: [] });
}

function reporter(session: Session, call: Call, outcome: Outcome | undefined) {
  return (rule: Problem['rule'], message: string, cause: string): void =>
    session.record({ rule, message, cause, side: 'response' }, call, outcome);
}
