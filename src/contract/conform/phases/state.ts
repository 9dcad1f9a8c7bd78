import { isObject } from '#core/json/is-object.ts';
import { accepts } from '../../diff/schema/evaluate.ts';
import { type Call, filledPath, keyOf } from '../call.ts';
import type { HttpResponse, Outcome } from '../http-client.ts';
import type { Problem } from '../judge.ts';
import { listIn } from '../links.ts';
import { type ApiOperation, declaredFor } from '../model.ts';
import { bodyOf, isSuccess, type Session } from '../session.ts';
import { type Base, type Created, usual, valuesIn, type World } from '../world.ts';
import { otherIds } from './other-ids.ts';

/** Created resources exist; deleted ones and unknown ids do not. */
export async function checkLife(session: Session, world: World, { call }: Base): Promise<void> {
  const parent = decoded(filledPath(call));
  const created = await world.create(parent);
  if (!created) return;
  await checkLocation(session, created);
  const life: Life = {
    session,
    world,
    created,
    operations: session.links.operationsAt(created.path),
  };
  const get = life.operations.find(({ method }) => method === 'GET');
  if (get) {
    await checkAvailable(life, get);
    await checkUnknown(life, get);
  }
  const remove = life.operations.find(({ method }) => method === 'DELETE');
  if (remove) await checkDeleted(life, remove, get);
}

interface Life {
  session: Session;
  world: World;
  created: Created;
  operations: ApiOperation[];
}

/** A resource created asynchronously (202) need not exist yet. */
function isLater({ outcome }: Created): boolean {
  return outcome.kind === 'response' && outcome.status === 202;
}

async function checkAvailable({ session, created }: Life, get: ApiOperation): Promise<void> {
  const call = callAt(get, created.path);
  let outcome = await session.ask(call, usual(call));
  if (isMissing(outcome) && isLater(created)) return;
  if (isMissing(outcome)) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    outcome = await session.ask(call, usual(call));
  }
  const report = reporter(session, call, outcome);
  if (isMissing(outcome))
    return report(
      'not-available',
      `responds with ${outcome.status} for what ${created.call.operation.name} just created`,
      'get',
    );
  const [made, found] = [bodyOf(created.outcome), bodyOf(outcome)];
  if (!isSuccess(outcome) || !isObject(made) || !isObject(found)) return;
  for (const name of ['id', 'uuid', 'key'])
    if (isScalar(made[name]) && isScalar(found[name]) && made[name] !== found[name])
      report(
        'not-available',
        `returns another resource (${name} ${String(found[name])}) than the one created (${String(made[name])})`,
        'get',
      );
}

/** An id of the same form as an existing one that names nothing. */
async function checkUnknown({ session, created }: Life, get: ApiOperation): Promise<void> {
  const id = created.path.slice(created.path.lastIndexOf('/') + 1);
  const sent = created.call.body?.value;
  // If callers choose ids, any id may exist.
  if (isObject(sent) && Object.values(sent).includes(id)) return;
  const parameter = get.parameters.findLast((one) => one.place === 'path');
  if (!parameter) return;
  const others = otherIds(id);
  for (const other of others) {
    if (!accepts(parameter.node, other) && !accepts(parameter.node, Number(other))) return;
    const path = `${created.path.slice(0, -id.length)}${other}`;
    const call: Call = { ...callAt(get, path), isResolved: false };
    const outcome = await session.ask(call, { ...usual(call), what: 'an unknown id' });
    if (!isSuccess(outcome)) return;
    if (other === others.at(-1))
      reporter(session, call, outcome)(
        'unknown-id-accepted',
        `responds with ${outcome.status} for an unknown id`,
        'get',
      );
  }
}

async function checkDeleted(life: Life, remove: ApiOperation, get?: ApiOperation): Promise<void> {
  const { session, created } = life;
  const call = callAt(remove, created.path);
  if (remove.parameters.some(({ required, place }) => required && place !== 'path')) return;
  const outcome = await session.ask(call, usual(call));
  if (isMissing(outcome) && !isLater(created))
    reporter(session, call, outcome)(
      'not-available',
      `responds with ${outcome.status} for what ${created.call.operation.name} just created`,
      'delete',
    );
  if (!isSuccess(outcome) || outcome.status === 202) return;
  session.links.forget(created.path);
  const isGone = get ? await checkGone(session, callAt(get, created.path), 'read') : true;
  const patch = life.operations.find(({ method }) => method === 'PATCH');
  if (patch) {
    const base = await life.world.base(patch);
    const { body } = base.call;
    if (base.isAccepted && body)
      await checkGone(
        session,
        { ...base.call, ...callAt(patch, created.path, base.call), body },
        'changed',
      );
  }
  if (isGone) await checkUnlisted(life);
}

async function checkGone(session: Session, call: Call, verb: string): Promise<boolean> {
  const outcome = await session.ask(call, {
    what: 'a deleted resource',
    site: 'deleted',
    tolerated: [404, 410],
  });
  if (!isSuccess(outcome)) return true;
  reporter(session, call, outcome)(
    'use-after-delete',
    `responds with ${outcome.status}: a deleted resource can still be ${verb}`,
    verb,
  );
  return false;
}

async function checkUnlisted({ session, created }: Life): Promise<void> {
  const at = created.path.lastIndexOf('/');
  const [parent, id] = [created.path.slice(0, at), created.path.slice(at + 1)];
  const list = session.links.operationsAt(parent).find(({ method }) => method === 'GET');
  if (!list || list.parameters.some(({ required, place }) => required && place !== 'path')) return;
  const call = callAt(list, parent);
  const outcome = await session.ask(call, usual(call));
  if (!isSuccess(outcome)) return;
  // The requests above recorded it again, so remove it from what is known to exist.
  session.links.forget(created.path);
  const isListed = (listIn(bodyOf(outcome)) ?? []).some(
    (item) => isObject(item) && String(item.id) === id,
  );
  if (isListed)
    reporter(session, call, outcome)('use-after-delete', 'lists a deleted resource', 'list');
}

async function checkLocation(session: Session, created: Created): Promise<void> {
  const { call, outcome } = created;
  if (outcome.kind !== 'response' || outcome.status !== 201) return;
  const report = reporter(session, call, outcome);
  const { location } = outcome.headers;
  const declared = declaredFor(call.operation, 201)?.headers.find(({ name }) =>
    /^location$/i.test(name),
  );
  if (location === undefined) {
    if (declared && !declared.required)
      report(
        'missing-header',
        'the 201 response lacks the declared header Location',
        '201 Location',
      );
    return;
  }
  const own = `${session.origin}${session.writer.prefix}${filledPath(call)}`;
  if (!URL.canParse(location, own))
    return report('broken-location', `Location is not a URL: ${location}`, 'location');
  const url = new URL(location, own);
  if (url.host !== new URL(session.origin).host) return;
  const { prefix } = session.writer;
  const path = url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) : undefined;
  const target = path === undefined ? [] : session.links.operationsAt(path);
  const get = target.find(({ method }) => method === 'GET');
  if (path === undefined || target.length === 0 || path === decoded(filledPath(call)))
    return report(
      'broken-location',
      `Location matches no path of the contract: ${location}`,
      'location',
    );
  if (!get) return;
  const follow = callAt(get, decoded(path));
  const response = await session.ask(follow, usual(follow));
  if (isMissing(response) && !isLater(created))
    report('broken-location', `Location leads to ${response.status}: ${location}`, 'location');
}

function callAt(operation: ApiOperation, path: string, other?: Call): Call {
  const values = new Map(other?.values ?? []);
  for (const parameter of operation.parameters)
    if (parameter.place === 'path') values.delete(keyOf(parameter));
  return {
    operation,
    values: new Map([...values, ...valuesIn(operation, path)]),
    isResolved: true,
  };
}

function isMissing(outcome: Outcome | undefined): outcome is HttpResponse {
  return outcome?.kind === 'response' && (outcome.status === 404 || outcome.status === 410);
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function reporter(session: Session, call: Call, outcome: Outcome | undefined) {
  return (rule: Problem['rule'], message: string, cause: string): void =>
    session.record({ rule, message, cause, side: 'response' }, call, outcome);
}
