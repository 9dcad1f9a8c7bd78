import { isObject } from '#core/json/is-object.ts';
import { accepts } from '../diff/schema/evaluate.ts';
import type { SchemaNode } from '../diff/schema/node.ts';
import { propertySchemas, waysOf } from '../diff/values/atoms.ts';
import { type Call, FILE_MARK, filledPath, keyOf } from './call.ts';
import type { Outcome } from './http-client.ts';
import { type ApiContent, type ApiOperation, type ApiParameter, isJsonType } from './model.ts';
import { fullestOf, letters } from './sampler.ts';
import { CURRENT_ETAG, isSuccess, type Session } from './session.ts';

/** An ordinary request of an operation, and whether the server accepted it. */
export interface Base {
  call: Call;
  content?: ApiContent;
  isAccepted: boolean;
  /** Rejected as invalid, although the contract allows it. */
  isRefused?: boolean;
}

export interface Created {
  path: string;
  call: Call;
  outcome: Outcome;
}

const MOST_BODIES = 10;
const MOST_PLACES = 5;

export type World = ReturnType<typeof createWorld>;

/** Knows how to call each operation successfully: it first creates what the operation needs. */
export function createWorld(session: Session) {
  const { links, sampler, validator } = session;
  const taken = new Map<ApiOperation, Base>();
  /** Requests that create resources with all optional fields, so that later phases find more. */
  const rich = new Map<ApiOperation, Base>();
  const main = new Map<string, string>();
  let counter = 0;

  /** @param fresh whether the resource in the path is created for this request only */
  async function base(operation: ApiOperation, fresh = false): Promise<Base> {
    const known = taken.get(operation);
    if (known && !fresh) return known;
    const places = await placesOf(operation, fresh);
    let last: Base | undefined;
    for (const { values, isResolved } of places.slice(0, MOST_PLACES)) {
      const found = await firstAccepted(operation, values, isResolved, known);
      if (found.isAccepted) {
        taken.set(operation, found);
        if (!known) await enrich(found);
        return found;
      }
      last ??= found;
    }
    return last ?? { call: { operation, values: new Map(), isResolved: false }, isAccepted: false };
  }

  async function enrich({ call, content }: Base): Promise<void> {
    if (call.operation.method !== 'POST' || !content || !isJsonType(content.type)) return;
    const fullest = fullestOf(bodiesOf(content, filledPath(call)));
    if (fullestOf([call.body?.value, fullest]) === call.body?.value) return;
    const tried = await tryCall({ ...call, body: { type: content.type, value: fullest } }, content);
    if (tried.isAccepted) rich.set(call.operation, tried);
  }

  async function firstAccepted(
    operation: ApiOperation,
    place: Map<string, unknown>,
    isResolved: boolean,
    known?: Base,
  ): Promise<Base> {
    const path = filledPath({ operation, values: place });
    const values = new Map([...parametersOf(operation, path), ...place]);
    const plain: Call = { operation, values, isResolved };
    const before = known?.isAccepted && known.call.body ? [known.call.body.value] : [];
    const content = contentOf(operation);
    const bodies = content ? [...before, ...bodiesOf(content, path)].slice(0, MOST_BODIES) : [];
    const calls: Call[] = content
      ? bodies.map((value) => ({ ...plain, body: { type: content.type, value } }))
      : [plain];
    if (content && !operation.body?.required) calls.push(plain);
    let first: Base | undefined;
    let refusals = 0;
    for (const call of calls) {
      const tried = await tryCall(call, content);
      first ??= tried;
      if (tried.isAccepted) return tried;
      if (tried.isRefused) refusals += 1;
    }
    // If all are rejected in the same way, a value common to all may be the cause.
    if (content && refusals === calls.length)
      for (const value of spread(sampler.generator.values([content.node], []))) {
        const tried = await tryCall({ ...plain, body: { type: content.type, value } }, content);
        if (tried.isAccepted) return tried;
      }
    return first ?? { call: plain, ...(content && { content }), isAccepted: false };
  }

  async function tryCall(call: Call, content?: ApiContent): Promise<Base> {
    let sent = call;
    let outcome = await session.ask(sent);
    for (let attempt = 0; attempt < 2 && isConflict(outcome); attempt += 1) {
      sent = freshen(sent, content);
      outcome = await session.ask(sent);
    }
    const isRefused = outcome?.kind === 'response' && [400, 422].includes(outcome.status);
    return { call: sent, ...(content && { content }), isAccepted: isSuccess(outcome), isRefused };
  }

  /** The ordinary request for a newly created resource, not sent yet. */
  async function forNew({ call }: Base): Promise<Call> {
    const { values, isResolved } = await placeOf(call.operation, true);
    return { ...call, values: new Map([...call.values, ...values]), isResolved };
  }

  /** Values for the path, the likeliest first. */
  async function placesOf(operation: ApiOperation, fresh: boolean) {
    const first = await placeOf(operation, fresh);
    const found = [first];
    const last = operation.path.split('/').findLastIndex((part) => part.startsWith('{'));
    const name = operation.path.split('/')[last]?.slice(1, -1);
    if (name !== undefined && first.isResolved) {
      const parent = concrete(operation, first.values).slice(0, last).join('/');
      const others = [main.get(parent), ...links.below(parent)];
      for (const id of new Set(others.filter((one) => one !== undefined))) {
        if (id === String(first.values.get(`path ${name}`))) continue;
        found.push({ values: new Map(first.values).set(`path ${name}`, id), isResolved: true });
      }
    }
    return found;
  }

  async function placeOf(operation: ApiOperation, fresh: boolean) {
    const values = new Map<string, unknown>();
    let isResolved = true;
    const parts = operation.path.split('/');
    const last = parts.findLastIndex((part) => part.startsWith('{'));
    for (const [index, part] of parts.entries()) {
      for (const [, name = ''] of part.matchAll(/\{([^}]+)\}/g)) {
        const parameter = operation.parameters.find((p) => p.place === 'path' && p.name === name);
        const parent = concrete(operation, values).slice(0, index).join('/');
        const isListed = parameter?.node.enum ?? parameter?.node.ref?.().enum;
        const id = isListed ? undefined : await idBelow(parent, fresh && index === last);
        const value = parameter && id !== undefined ? typed(id, parameter) : undefined;
        if (parameter && value !== undefined && accepts(parameter.node, value))
          values.set(`path ${name}`, value);
        else {
          values.set(`path ${name}`, (parameter && sampler.one([parameter.node])) ?? 'x');
          isResolved &&= Boolean(isListed);
        }
      }
    }
    return { values, isResolved };
  }

  async function idBelow(parent: string, fresh: boolean): Promise<string | undefined> {
    const known = main.get(parent);
    if (known !== undefined && !fresh && links.below(parent).includes(known)) return known;
    const made = fresh || links.below(parent).length === 0 ? await create(parent) : undefined;
    let id = made?.path.slice(made.path.lastIndexOf('/') + 1);
    if (id === undefined && links.below(parent).length === 0) await list(parent);
    id ??= links.below(parent)[0];
    if (id !== undefined && !fresh) main.set(parent, id);
    return id;
  }

  /** Creates a new resource below a path and returns its path. */
  async function create(parent: string): Promise<Created | undefined> {
    const operation = links.operationAt(parent, 'POST');
    if (!operation) return undefined;
    const values = valuesIn(operation, parent);
    const known = rich.get(operation) ?? taken.get(operation);
    const found = await firstAccepted(operation, values, true, known && freshened(known));
    if (!found.isAccepted) return undefined;
    if (!known) {
      taken.set(operation, found);
      await enrich(found);
    }
    const best = rich.get(operation) ?? found;
    const call = { ...freshen(best.call, best.content), values: found.call.values };
    const outcome = await session.ask(call);
    const path = isSuccess(outcome) ? links.created(call, outcome) : undefined;
    if (path !== undefined && outcome) return { path, call, outcome };
    return undefined;
  }

  const freshened = (found: Base): Base => ({ ...found, call: freshen(found.call, found.content) });

  async function list(parent: string): Promise<void> {
    const operation = links.operationAt(parent, 'GET');
    if (!operation) return;
    const values = new Map([...parametersOf(operation, parent), ...valuesIn(operation, parent)]);
    const call: Call = { operation, values, isResolved: true };
    await session.ask(call);
  }

  /** Required parameters outside the path. */
  function parametersOf(operation: ApiOperation, path: string): Map<string, unknown> {
    const values = new Map<string, unknown>();
    for (const parameter of operation.parameters) {
      if (!parameter.required || parameter.place === 'path') continue;
      const known = links.named(parameter.name, path, '');
      const raw = isObject(parameter.raw) ? parameter.raw : {};
      const examples = Array.isArray(raw.examples) ? raw.examples : [];
      const value = [known, ...examples, sampler.one([parameter.node])].find(
        (one) => one !== undefined && accepts(parameter.node, one),
      );
      const isVersion = parameter.place === 'header' && /^if-match$/i.test(parameter.name);
      values.set(keyOf(parameter), isVersion ? CURRENT_ETAG : value);
    }
    return values;
  }

  function bodiesOf({ type, node, examples }: ApiContent, path: string): unknown[] {
    if (type === 'multipart/form-data')
      return [formOf(node, sampler.bodies(node, examples, () => undefined)[0])];
    const known = (name: string, like: unknown) => links.named(name, path, like);
    const bodies = sampler.bodies(node, examples, known);
    return bodies.length > 0 ? bodies : [isJsonType(type) ? {} : 'text'];
  }

  /** The same request for another new resource: names that must be unique are changed. */
  function freshen(call: Call, content: ApiContent | undefined, exceptSite = ''): Call {
    const value = call.body?.value;
    if (!content || !isObject(value)) return call;
    counter += 1;
    const wrong = validator.keywords(content.node, value).join();
    const mark = letters(counter);
    let changed: Record<string, unknown> = value;
    for (const [name, text] of Object.entries(value)) {
      if (typeof text !== 'string' || exceptSite.startsWith(`body ${name}`)) continue;
      if (!/name|title|slug|mail|user|key|code|sku|label|url|^id$/i.test(name)) continue;
      const options = [text + mark, mark + text, `${text} ${mark}`, text.slice(0, 8) + mark];
      const fitting = options.find(
        (one) => validator.keywords(content.node, { ...changed, [name]: one }).join() === wrong,
      );
      if (fitting !== undefined) changed = { ...changed, [name]: fitting };
    }
    return { ...call, body: { type: content.type, value: changed } };
  }

  return { session, base, forNew, freshen, create };
}

/** A few of many items, spread evenly. */
function spread(values: unknown[]): unknown[] {
  const step = Math.max(1, Math.floor(values.length / MOST_BODIES));
  return values.filter((_, index) => index % step === 0).slice(0, MOST_BODIES + 2);
}

/** Ids are texts in paths; some are numbers. */
function typed(id: string, { node }: ApiParameter): unknown {
  return accepts(node, id) || Number.isNaN(Number(id)) ? id : Number(id);
}

/** A small image, the file type that forms accept most often. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function formOf(node: SchemaNode, value: unknown): unknown {
  const [atoms = []] = waysOf([node]);
  const isFile = (name: string) =>
    (propertySchemas(atoms, name) ?? []).some(
      ({ types, format, meaning }) =>
        format === 'binary' || meaning.contentMediaType !== undefined || types === undefined,
    );
  if (!isObject(value)) return {};
  const fields = Object.entries(value).map(([name, one]) => [
    name,
    isFile(name) ? FILE_MARK + PNG : one,
  ]);
  return Object.fromEntries(fields);
}

function contentOf({ body }: ApiOperation): ApiContent | undefined {
  return body?.contents.find(({ type }) => isJsonType(type)) ?? body?.contents[0];
}

export function concrete(operation: ApiOperation, values: ReadonlyMap<string, unknown>): string[] {
  return operation.path
    .split('/')
    .map((part) =>
      part.replace(/\{([^}]+)\}/g, (whole, name: string) =>
        String(values.get(`path ${name}`) ?? whole),
      ),
    );
}

/** The path parameters of an operation, taken from a concrete path. */
export function valuesIn(operation: ApiOperation, path: string): Map<string, unknown> {
  const parts = path.split('/');
  return new Map(
    operation.path
      .split('/')
      .flatMap((part, index) =>
        part.startsWith('{') ? [[`path ${part.slice(1, -1)}`, parts[index]] as const] : [],
      ),
  );
}

export function isConflict(outcome: Outcome | undefined): boolean {
  return outcome?.kind === 'response' && outcome.status === 409;
}
