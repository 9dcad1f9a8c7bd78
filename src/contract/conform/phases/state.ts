import { isObject } from '#core/json/is-object.ts';
import { accepts } from '../../diff/schema/evaluate.ts';
import { type Call, filledPath } from '../call.ts';
import { decodedPath, listIn } from '../links.ts';
import { type ApiOperation, declaredFor } from '../model.ts';
import { bodyOf, type Exchange, type Session, usual } from '../session.ts';
import { type Base, type Created, valuesIn, type World } from '../world.ts';
import { otherIds } from './other-ids.ts';

interface Life {
  session: Session;
  world: World;
  created: Created;
  get: ApiOperation | undefined;
}

/** Created resources exist; deleted ones and unknown ids do not. */
export async function checkLife(world: World, { call }: Base): Promise<void> {
  const { session } = world;
  const created = await world.create(decodedPath(filledPath(call)));
  if (!created) return;
  await checkLocation(session, created);
  const get = session.links.operationAt(created.path, 'GET');
  const life: Life = { session, world, created, get };
  if (get) {
    await checkAvailable(life, get);
    await checkUnknown(life, get);
  }
  const remove = session.links.operationAt(created.path, 'DELETE');
  if (remove) await checkDeleted(life, remove);
}

const isMissing = ({ status }: Exchange) => status === 404 || status === 410;

/** A resource created asynchronously (202) need not exist yet. */
function isLater({ outcome }: Created): boolean {
  return outcome.kind === 'response' && outcome.status === 202;
}

function reportMissing({ report, status }: Exchange, { call }: Created, cause: string): void {
  const message = `responds with ${status} for what ${call.operation.name} just created`;
  report('not-available', message, cause);
}

async function checkAvailable({ session, created }: Life, get: ApiOperation): Promise<void> {
  const call = callAt(get, created.path);
  let asked = await session.exchange(call);
  if (isMissing(asked) && isLater(created)) return;
  if (isMissing(asked)) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    asked = await session.exchange(call);
  }
  if (isMissing(asked)) return reportMissing(asked, created, 'get');
  const [made, found] = [bodyOf(created.outcome), asked.body];
  if (!asked.isSuccess || !isObject(made) || !isObject(found)) return;
  for (const name of ['id', 'uuid', 'key']) {
    const [old, now] = [made[name], found[name]];
    if (!isScalar(old) || !isScalar(now) || old === now) continue;
    const message = `returns another resource (${name} ${now}) than the one created (${old})`;
    asked.report('not-available', message, 'get');
  }
}

/** An id of the same form as an existing one that names nothing. */
async function checkUnknown({ session, created }: Life, get: ApiOperation): Promise<void> {
  const { id, parent } = placeOf(created);
  const sent = created.call.body?.value;
  // If callers choose ids, any id may exist.
  if (isObject(sent) && Object.values(sent).includes(id)) return;
  const parameter = get.parameters.findLast((one) => one.place === 'path');
  if (!parameter) return;
  const others = otherIds(id);
  for (const other of others) {
    if (!accepts(parameter.node, other) && !accepts(parameter.node, Number(other))) return;
    const call: Call = { ...callAt(get, `${parent}/${other}`), isResolved: false };
    const asked = await session.exchange(call, { ...usual(call), what: 'an unknown id' });
    if (!asked.isSuccess) return;
    const message = `responds with ${asked.status} for an unknown id`;
    if (other === others.at(-1)) asked.report('unknown-id-accepted', message, 'get');
  }
}

async function checkDeleted(life: Life, remove: ApiOperation): Promise<void> {
  const { session, world, created, get } = life;
  if (needsMore(remove)) return;
  const asked = await session.exchange(callAt(remove, created.path));
  if (isMissing(asked) && !isLater(created)) reportMissing(asked, created, 'delete');
  if (!asked.isSuccess || asked.status === 202) return;
  session.links.forget(created.path);
  const isGone = get ? await checkGone(session, callAt(get, created.path), 'read') : true;
  const patch = session.links.operationAt(created.path, 'PATCH');
  if (patch) {
    const { call, isAccepted } = await world.base(patch);
    const { body } = call;
    if (isAccepted && body)
      await checkGone(session, { ...call, ...callAt(patch, created.path, call), body }, 'changed');
  }
  if (isGone) await checkUnlisted(life);
}

async function checkGone(session: Session, call: Call, verb: string): Promise<boolean> {
  const situation = { what: 'a deleted resource', site: 'deleted', tolerated: [404, 410] };
  const { isSuccess, status, report } = await session.exchange(call, situation);
  const message = `responds with ${status}: a deleted resource can still be ${verb}`;
  if (isSuccess) report('use-after-delete', message, verb);
  return !isSuccess;
}

async function checkUnlisted({ session, created }: Life): Promise<void> {
  const { id, parent } = placeOf(created);
  const list = session.links.operationAt(parent, 'GET');
  if (!list || needsMore(list)) return;
  const asked = await session.exchange(callAt(list, parent));
  if (!asked.isSuccess) return;
  // The requests above recorded it again, so remove it from what is known to exist.
  session.links.forget(created.path);
  const items = listIn(asked.body) ?? [];
  if (items.some((item) => isObject(item) && String(item.id) === id))
    asked.report('use-after-delete', 'lists a deleted resource', 'list');
}

async function checkLocation(session: Session, created: Created): Promise<void> {
  const { call, outcome } = created;
  if (outcome.kind !== 'response' || outcome.status !== 201) return;
  const report = session.reporter(call, outcome);
  const isBroken = (message: string) => report('broken-location', message, 'location');
  const { location } = outcome.headers;
  const headers = declaredFor(call.operation, 201)?.headers ?? [];
  const declared = headers.find(({ name }) => /^location$/i.test(name));
  if (location === undefined) {
    const message = 'the 201 response lacks the declared header Location';
    if (declared && !declared.required) report('missing-header', message, '201 Location');
    return;
  }
  const { prefix } = session.writer;
  const own = `${session.origin}${prefix}${filledPath(call)}`;
  if (!URL.canParse(location, own)) return isBroken(`Location is not a URL: ${location}`);
  const { host, pathname } = new URL(location, own);
  if (host !== new URL(session.origin).host) return;
  const path = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : undefined;
  if (
    path === undefined ||
    session.links.operationsAt(path).length === 0 ||
    path === decodedPath(filledPath(call))
  )
    return isBroken(`Location matches no path of the contract: ${location}`);
  const get = session.links.operationAt(path, 'GET');
  if (!get) return;
  const asked = await session.exchange(callAt(get, decodedPath(path)));
  if (isMissing(asked) && !isLater(created))
    isBroken(`Location leads to ${asked.status}: ${location}`);
}

function placeOf({ path }: Created): { parent: string; id: string } {
  const at = path.lastIndexOf('/');
  return { parent: path.slice(0, at), id: path.slice(at + 1) };
}

/** Whether more than the path is required. */
function needsMore({ parameters }: ApiOperation): boolean {
  return parameters.some(({ required, place }) => required && place !== 'path');
}

function callAt(operation: ApiOperation, path: string, other?: Call): Call {
  const values = new Map([...(other?.values ?? []), ...valuesIn(operation, path)]);
  return { operation, values, isResolved: true };
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
