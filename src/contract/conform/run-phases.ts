import { filledPath } from './call.ts';
import { bodyCases } from './cases/body-cases.ts';
import type { Case } from './cases/case.ts';
import { parameterCases } from './cases/parameter-cases.ts';
import { brokenBodyCases } from './cases/protocol-cases.ts';
import { type ApiOperation, type ApiParameter, isJsonType } from './model.ts';
import { checkCredentials } from './phases/credentials.ts';
import { checkMethods } from './phases/methods.ts';
import { checkPaging } from './phases/paging.ts';
import { checkRandomly } from './phases/random.ts';
import { checkSocket } from './phases/sockets.ts';
import { checkLife } from './phases/state.ts';
import { createCaseRunner } from './run-case.ts';
import type { Session } from './session.ts';
import { type Base, createWorld, type World } from './world.ts';

interface Settings {
  seed: number;
  runs: number;
  concurrency: number;
}

/** The share of the time for boundaries; random requests get the rest. */
const BOUNDARY_SHARE = 0.8;
/** How many resources make a list that has pages. */
const LIST = 3;
/** How many requests of one operation are sent in a row: if time runs out, every operation has had some. */
const TURN = 30;

/** What was reached. */
export interface Reached {
  succeeded: readonly ApiOperation[];
  /** The kinds of messages that sockets never sent, by operation. */
  unseen: readonly string[];
}

/** Runs all phases, the most certain first, so that a short run finds most. */
export async function runPhases(
  session: Session,
  operations: readonly ApiOperation[],
  settings: Settings,
): Promise<Reached> {
  const world = createWorld(session);
  const requests = operations.filter(({ socket }) => !socket);
  const bases = await findBases(world, requests);
  const succeeded: ApiOperation[] = [];
  const unseen: string[] = [];
  // Sockets come early: they talk about resources that later phases delete.
  for (const operation of operations) {
    if (!operation.socket || session.isOver()) continue;
    const found = await checkSocket(world, operation);
    if (found.isOpen) succeeded.push(operation);
    if (found.unseen.length > 0) unseen.push(`${operation.name} (${found.unseen.join(', ')})`);
  }
  await runRequestPhases(world, bases, settings);
  checkHeadersSeen(session, requests);
  succeeded.push(...requests.filter((operation) => hasSucceeded(session, operation)));
  return { succeeded, unseen };
}

async function runRequestPhases(
  world: World,
  bases: ReadonlyMap<ApiOperation, Base>,
  settings: Settings,
): Promise<void> {
  const { session } = world;
  const runner = createCaseRunner(world);
  const each = (work: (base: Base) => Promise<void>) =>
    inParallel([...bases.values()], settings.concurrency, work);

  const tried = new Set<string>();
  await each((base) => checkCredentials(world, base));
  // Lists must not change while their pages are read.
  for (const base of bases.values()) if (base.isAccepted) await checkList(world, base);
  for (const operation of creationsFor(session, [...bases.keys()])) {
    const base = await world.base(operation);
    if (base.isAccepted && !session.isOver()) await checkLife(world, base);
  }
  const byPath = Map.groupBy(bases.values(), ({ call }) => call.operation.path);
  await inParallel([...byPath.values()], settings.concurrency, (group) =>
    checkMethods(session, group),
  );
  await inTurns([...bases.values()], settings.concurrency, async (given) => {
    const base = await renewed(world, given);
    const cases = casesOf(session, base, tried);
    return async () => {
      for (const one of cases.splice(0, TURN)) {
        if (session.isOver(BOUNDARY_SHARE)) return false;
        await runner.run(one, base);
      }
      return cases.length > 0;
    };
  });
  runner.settleFormats();
  await each(async (given) => {
    if (!session.isOver()) await checkRandomly(session, await renewed(world, given), settings);
  });
}

/** Everything special about one request of an operation. */
function casesOf(session: Session, { call, content }: Base, tried: Set<string>): Case[] {
  const { method, path } = call.operation;
  // A prefix that many paths share is tried once per method.
  const isNew = ({ name, place }: ApiParameter) => {
    if (place !== 'path') return true;
    const key = `${method} ${path.slice(0, path.indexOf(`{${name}}`))}`;
    return !tried.has(key) && Boolean(tried.add(key));
  };
  const isJson = content && call.body && isJsonType(content.type);
  return [
    ...brokenBodyCases(call),
    ...parameterCases(call, session, isNew),
    ...(isJson ? bodyCases(call, content, session) : []),
  ];
}

/** One ordinary request per operation, twice, since some operations need what others leave behind. */
async function findBases(world: World, operations: readonly ApiOperation[]) {
  const bases = new Map<ApiOperation, Base>();
  const order = operations.toSorted((a, b) => rank(a) - rank(b));
  for (const _ of [1, 2])
    for (const operation of order) {
      if (world.session.isOver() || bases.get(operation)?.isAccepted) continue;
      bases.set(operation, await world.base(operation, needsOwn(world.session, operation)));
    }
  return bases;
}

/** Operations that create come first, those that delete last. */
function rank({ method, path }: ApiOperation): number {
  const order = ['POST', 'PUT', 'PATCH', 'GET', 'HEAD', 'OPTIONS', 'TRACE', 'DELETE'];
  return order.indexOf(method) * 100 + path.split('/').length;
}

/** An operation that changes a resource gets its own one, so that others are unaffected. */
function needsOwn({ links }: Session, { method, path }: ApiOperation): boolean {
  if (!path.includes('{') || method === 'GET') return false;
  const isBelow = links.operationsAt(`${path.replaceAll(/\{[^}]+\}/g, 'x')}/x`).length > 0;
  return method !== 'POST' || !isBelow;
}

async function renewed(world: World, base: Base): Promise<Base> {
  const { operation } = base.call;
  if (operation.method === 'GET' || !base.isAccepted) return base;
  const again = await world.base(operation, true);
  return again.isAccepted ? again : base;
}

/** Operations that create resources which the chosen operations need. */
function creationsFor({ api }: Session, chosen: readonly ApiOperation[]): ApiOperation[] {
  const isBelow = (path: string) => chosen.some((one) => one.path.startsWith(`${path}/{`));
  return api.operations.filter(
    (operation) =>
      operation.method === 'POST' && (chosen.includes(operation) || isBelow(operation.path)),
  );
}

async function checkList(world: World, base: Base): Promise<void> {
  const { session } = world;
  const { operation } = base.call;
  if (operation.method !== 'GET' || !operation.parameters.some(({ place }) => place === 'query'))
    return;
  const path = filledPath(base.call);
  for (let count = session.links.below(path).length; count < LIST; count += 1)
    if (!(await world.create(path))) break;
  await checkPaging(session, base);
}

/** Headers that are only sent occasionally. */
const SELDOM =
  /^(retry-after|link|content-range|set-cookie|deprecation|sunset|warning|age|last-modified|vary)$/;
const ENOUGH = 3;

/** A declared header that none of many responses had. */
function checkHeadersSeen(session: Session, operations: readonly ApiOperation[]): void {
  for (const operation of operations)
    for (const [status, { count, headers }] of session.seen.get(operation) ?? []) {
      if (status > 299 || count < ENOUGH) continue;
      for (const { name } of operation.responses.get(String(status))?.headers ?? []) {
        const key = name.toLowerCase();
        if (headers.has(key) || SELDOM.test(key)) continue;
        const message = `none of ${count} ${status} responses had the declared header ${name}`;
        const call = { operation, values: new Map(), isResolved: false };
        session.reporter(call)('missing-header', message, `${status} ${name}`);
      }
    }
}

function hasSucceeded({ seen }: Session, operation: ApiOperation): boolean {
  return [...(seen.get(operation)?.keys() ?? [])].some((status) => status < 300);
}

/** Starts each task, then advances all of them in turns until none has anything left. */
async function inTurns<T>(
  items: readonly T[],
  width: number,
  begin: (item: T) => Promise<() => Promise<boolean>>,
): Promise<void> {
  let turns: (() => Promise<boolean>)[] = [];
  await inParallel(items, width, async (item) => {
    const turn = await begin(item);
    if (await turn()) turns.push(turn);
  });
  while (turns.length > 0) {
    const left: typeof turns = [];
    await inParallel(turns, width, async (turn) => {
      if (await turn()) left.push(turn);
    });
    turns = left;
  }
}

async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
