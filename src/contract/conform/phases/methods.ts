import { filledPath } from '../call.ts';
import type { ApiOperation } from '../model.ts';
import type { Exchange, Session } from '../session.ts';
import type { Base } from '../world.ts';

const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'];

/** Methods that a path does not declare must get 405 with the allowed methods; OPTIONS and HEAD must be consistent. */
export async function checkMethods(session: Session, bases: readonly Base[]): Promise<void> {
  const reads = bases.filter(({ call }) => call.operation.method === 'GET');
  const base = reads.find(({ isAccepted }) => isAccepted) ?? reads[0] ?? bases[0];
  if (!base) return;
  const { body: _, ...call } = base.call;
  const fitting = session.links.operationsAt(filledPath(call));
  const methodsOf = (operations: readonly ApiOperation[]) =>
    new Set(operations.map(({ method }) => method));
  // Some servers treat `/task/search` as a task: methods that only that path accepts are skipped.
  const all = methodsOf(fitting);
  const declared = methodsOf(fitting.filter((one) => one.path === call.operation.path));
  const ask = (method: string) =>
    session.exchange({ ...call, method }, { what: method, site: 'method', tolerated: [] });
  for (const method of METHODS) {
    if (all.has(method)) continue;
    const asked = await ask(method);
    const problem = undeclaredProblem(asked, method, declared, base.call.isResolved);
    if (problem) asked.report(...problem);
  }
  if (!declared.has('OPTIONS')) {
    const asked = await ask('OPTIONS');
    const problem = optionsProblem(asked, declared);
    if (problem) asked.report('odd-options', problem, 'options');
  }
  const isStream = [...call.operation.responses.values()].some(({ contents }) =>
    contents.some(({ type }) => type === 'text/event-stream'),
  );
  if (call.operation.method !== 'GET' || declared.has('HEAD') || isStream) return;
  const usual = { what: 'an ordinary request', site: 'usual', tolerated: [404] };
  const get = await session.exchange(call, usual);
  const head = await ask('HEAD');
  const problem = headProblem(get, head);
  if (problem) head.report('odd-head', problem, 'head');
}

/** @param isCertain whether the path names something that exists */
function undeclaredProblem(
  { trouble, response, status }: Exchange,
  method: string,
  declared: ReadonlySet<string>,
  isCertain: boolean,
): Parameters<Exchange['report']> | undefined {
  const rule = 'method-not-refused';
  if (trouble) return [rule, `${trouble}, to ${method}, which is not declared`, method];
  // Forbidden, rate-limited or not found: nothing can be concluded.
  const saysNothing = [401, 403, 429, 501].includes(status) || (status === 404 && !isCertain);
  if (!response || saysNothing) return undefined;
  if (status !== 405) {
    const message = `responds with ${status} to ${method}, which is not declared; expected 405`;
    return [rule, message, status < 300 ? method : String(status)];
  }
  const problem = allowProblem(response.headers.allow, declared, method);
  return problem === undefined
    ? undefined
    : ['missing-allow', `the 405 response to ${method} ${problem}`, 'allow'];
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

function optionsProblem(
  { trouble, response, status, isSuccess }: Exchange,
  declared: ReadonlySet<string>,
): string | undefined {
  if (trouble) return `${trouble}, to OPTIONS`;
  if (!response) return undefined;
  const { headers } = response;
  if (status >= 500 && status !== 501) return `responds with ${status} to OPTIONS`;
  if (status === 405 && headers.allow === undefined)
    return 'the 405 response to OPTIONS lacks the header Allow';
  const allow = headers.allow ?? headers['access-control-allow-methods'];
  if (!isSuccess || allow === '*') return undefined;
  const problem =
    allow === undefined ? 'names no methods (Allow)' : allowProblem(allow, declared, '');
  return problem && `the ${status} response to OPTIONS ${problem}`;
}

function headProblem(get: Exchange, head: Exchange): string | undefined {
  const { trouble, response, status } = head;
  if (!get.response) return undefined;
  if (trouble) return `${trouble}, to HEAD`;
  if (!response) return undefined;
  if (status === 405 && response.headers.allow === undefined)
    return 'the 405 response to HEAD lacks the header Allow';
  if ([405, 501, 429].includes(status)) return undefined;
  if (status !== get.status)
    return `responds with ${status} to HEAD, but with ${get.status} to GET`;
  const typeOf = ({ headers }: { headers: Record<string, string> }) =>
    headers['content-type']?.split(';')[0];
  const [own, other] = [typeOf(response), typeOf(get.response)];
  return own === undefined || own === other
    ? undefined
    : `responds with ${own} to HEAD, but with ${other ?? 'no content type'} to GET`;
}
