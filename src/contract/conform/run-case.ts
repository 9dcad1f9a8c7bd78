import type { Case } from './cases/case.ts';
import type { HttpResponse, Outcome } from './http-client.ts';
import type { Problem } from './judge.ts';
import { type ApiOperation, declaredFor } from './model.ts';
import { isSuccess } from './session.ts';
import { type Base, isConflict, type World } from './world.ts';

const REFUSED = [400, 422];
/** The statuses that HTTP itself defines for requests that are too large. */
const TOO_LONG = [413, 414, 431];
/** Acceptable responses where no contract applies. */
const ODD = [400, 404, 406, 411, 413, 414, 415, 422, 431];

/** Sends cases and compares what the server does with what the contract says. */
export function createCaseRunner(world: World) {
  const { session } = world;
  const checkedFormats = new Set<string>();
  const taken: { formats: string[]; settle(): void }[] = [];

  async function send(each: Case, base: Base): Promise<[Outcome | undefined, Case]> {
    const situation = { what: each.what, site: each.site, tolerated: toleratedFor(each) };
    let asked = each;
    let outcome = await session.ask(each.call, situation);
    // A name conflict says nothing about the rest of the request.
    for (let attempt = 0; attempt < 2 && isConflict(outcome) && each.call.body; attempt += 1) {
      asked = { ...each, call: world.freshen(each.call, base.content, each.site) };
      if (asked.call.body?.value === each.call.body.value) break;
      outcome = await session.ask(asked.call, situation);
    }
    return [outcome, asked];
  }

  async function run(given: Case, base: Base): Promise<Outcome | undefined> {
    const [outcome, each] = await send(given, base);
    if (outcome?.kind !== 'response') return outcome;
    const { expect, formats, call } = each;
    const { status } = outcome;
    if (expect === 'invalid') {
      // Some servers respond to a second deletion with success.
      const isGone = each.isPath && call.operation.method === 'DELETE';
      if (status < 300 && !isGone) accepted(each, outcome);
      else if (formats && outcome.status < 500)
        for (const name of formats) checkedFormats.add(name);
    }
    if (expect === 'valid' && each.inner && REFUSED.includes(status))
      await refused(each, each.inner, base, outcome);
    return outcome;
  }

  function accepted(each: Case, outcome: HttpResponse): void {
    const { formats, call } = each;
    const settle = () => session.record(acceptsInvalid(each, outcome), call, outcome);
    if (formats) taken.push({ formats, settle });
    else settle();
  }

  /** If everything else is accepted, before and after, then the server is rejecting this value. */
  async function refused(
    each: Case,
    inner: Case['call'],
    base: Base,
    outcome: Outcome,
  ): Promise<void> {
    const problem: Problem = {
      rule: 'refuses-valid',
      message: `rejects a valid request, but accepts the one closest to it: ${each.what}`,
      cause: each.site,
      side: 'request',
    };
    if (session.isKnown(each.call.operation, problem)) return;
    const situation = { what: each.what, site: each.site, tolerated: ODD };
    const probe = async (call: Case['call']) => (await send({ ...each, call }, base))[0];
    if (!isSuccess(await probe(inner))) return;
    if (each.also) {
      const other = await probe(each.also.call);
      if (other?.kind !== 'response' || !REFUSED.includes(other.status)) return;
      if (!isSuccess(await probe(each.also.inner))) return;
    }
    const again = await session.ask(each.call, situation);
    if (again?.kind !== 'response' || !REFUSED.includes(again.status)) return;
    if (isSuccess(await probe(inner))) session.record(problem, each.call, outcome);
  }

  return {
    run,
    /** Accepting a value that violates only a format counts as a fault only if the server checks that format elsewhere. */
    settleFormats(): void {
      for (const { formats, settle } of taken)
        if (formats.some((name) => checkedFormats.has(name))) settle();
    },
  };
}

/** The problem that an invalid request was accepted. */
export function acceptsInvalid(
  { what, site, keywords = [] }: Case,
  { status }: HttpResponse,
): Problem {
  const message = `responds with ${status} to an invalid request: ${what}`;
  const cause = `${site} ${keywords.join()}`;
  return { rule: 'accepts-invalid', message, cause, side: 'request' };
}

export function toleratedFor({ expect, isPath, keywords = [], call }: Case): number[] {
  const unknown = call.operation.path.includes('{') && !call.isResolved ? [404] : [];
  if (expect === 'odd') return ODD;
  if (isPath) return [400, 404, 422, ...TOO_LONG];
  if (expect === 'valid') return unknown;
  const always = [...unknown, ...TOO_LONG];
  // If the usual error is declared, any other error must be declared too.
  if (keywords.includes('malformed'))
    return declaredFor(call.operation, 400) ? always : [400, 415, 422, ...always];
  if (keywords.includes('content-type')) return [400, 406, 415, 422, ...always];
  // A contract that declares no errors says nothing about how requests are rejected.
  return saysNothing(call.operation) ? [400, 422, ...always] : always;
}

function saysNothing({ responses }: ApiOperation): boolean {
  return ![...responses.keys()].some((status) => status.startsWith('4') || status === 'default');
}
