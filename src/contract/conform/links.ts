import { isObject } from '#core/json/is-object.ts';
import { memberOf, pointerParts } from '#core/json/pointer.ts';
import { accepts } from '../diff/schema/evaluate.ts';
import { parsed } from '../parsed.ts';
import { fits, router } from '../walk.ts';
import { type Call, filledPath } from './call.ts';
import type { HttpResponse } from './http-client.ts';
import { type ApiOperation, type ApiParameter, declaredFor } from './model.ts';

const MOST = 30;

export type Links = ReturnType<typeof createLinks>;

/** The resources known to exist, by the path of their collection, such as `/org/1/task`. */
export function createLinks(operations: readonly ApiOperation[], prefix: string) {
  const known = new Map<string, string[]>();
  const byName = new Map<string, { path: string; value: string }[]>();
  const { routes: templates, at: operationsAt } = router(operations);

  function add(path: string, value: string, name?: string): void {
    if (value === '' || value.length > 300) return;
    const list = known.get(path) ?? [];
    if (list[0] === value) return;
    known.set(path, [value, ...list.filter((one) => one !== value)].slice(0, MOST));
    const segment = path.split('/').findLast((part) => part !== '') ?? '';
    for (const each of new Set([
      ...(name ? [name] : []),
      `${segment}id`,
      `${singular(segment)}id`,
    ])) {
      const key = plain(each);
      const others = (byName.get(key) ?? []).filter((one) => one.value !== value);
      byName.set(key, [{ path, value }, ...others].slice(0, MOST));
    }
  }

  /** The parameter directly below a concrete path, if some operation has one. */
  function childOf(path: string): ApiParameter | undefined {
    const parts = path.split('/');
    const found = templates.find(
      ({ template }) =>
        template.length > parts.length &&
        template[parts.length]?.startsWith('{') &&
        fits(template.slice(0, parts.length), parts),
    );
    const name = found?.template[parts.length]?.slice(1, -1);
    return found?.operation.parameters.find((p) => p.place === 'path' && p.name === name);
  }

  function idIn(values: unknown[], path: string): string | undefined {
    const child = childOf(path);
    const segment = path.split('/').at(-1) ?? '';
    for (const name of candidateNames(child?.name, segment))
      for (const value of values.filter(isObject)) {
        const found = Object.entries(value).find(([key]) => plain(key) === name)?.[1];
        if (typeof found !== 'string' && typeof found !== 'number') continue;
        if (!child || accepts(child.node, found)) return String(found);
      }
    return undefined;
  }

  function learnBody(call: Call, body: unknown, path: string): void {
    const list = listIn(body);
    if (list && call.operation.method === 'GET') {
      for (const item of list.slice(0, 10).toReversed()) {
        const id = idIn([item], path);
        if (id !== undefined) add(path, id, childOf(path)?.name);
      }
    }
    if (call.operation.method === 'POST') {
      const id = idIn(wrapped(body), path);
      if (id !== undefined) add(path, id, childOf(path)?.name);
    }
    for (const object of [...wrapped(body), ...(list ?? []).slice(0, 3)]) learnFields(object, call);
  }

  /** A `run_id` in any response names a run if a path with `{runId}` needs nothing else that is unknown here. */
  function learnFields(object: unknown, call: Call): void {
    if (!isObject(object)) return;
    for (const [key, value] of Object.entries(object)) {
      if (typeof value !== 'string' || !/id$/i.test(key) || plain(key) === 'id') continue;
      for (const { template, operation } of templates) {
        const at = template.findIndex((p) => p.startsWith('{') && plain(p) === plain(key));
        if (at < 0) continue;
        const parts = template.slice(0, at).map((part) => {
          const name = part.startsWith('{') ? part.slice(1, -1) : undefined;
          return name === undefined ? part : call.values.get(`path ${name}`);
        });
        if (parts.includes(undefined)) continue;
        const name = operation.path.split('/')[at]?.slice(1, -1);
        const parent = parts.join('/');
        if (!known.get(parent)?.includes(value)) add(parent, value, name);
        break;
      }
    }
  }

  function learnLinks(call: Call, response: HttpResponse, body: unknown): void {
    for (const link of declaredFor(call.operation, response.status)?.links ?? []) {
      const target = operations.find((one) => one.operationId === link.operationId);
      if (!target) continue;
      const values = new Map(call.values);
      for (const [key, expression] of Object.entries(link.parameters)) {
        const value = evaluate(expression, call, response, body);
        if (value !== undefined) values.set(`path ${key.split('.').at(-1)}`, value);
      }
      learnPath(filledPath({ operation: target, values }));
    }
  }

  /** Each id in a concrete path that matches a template. */
  function learnPath(path: string): void {
    const [operation] = operationsAt(path);
    if (!operation || path.includes('{')) return;
    const parts = path.split('/');
    operation.path.split('/').forEach((part, index) => {
      if (!part.startsWith('{')) return;
      add(parts.slice(0, index).join('/'), safeDecode(parts[index] ?? ''), part.slice(1, -1));
    });
  }

  function locationPath({ headers }: HttpResponse, path: string): string | undefined {
    const { location } = headers;
    if (!location || !URL.canParse(location, `http://x${prefix}${path}`)) return undefined;
    const { pathname } = new URL(location, `http://x${prefix}${path}`);
    return pathname.startsWith(prefix) ? pathname.slice(prefix.length) : undefined;
  }

  return {
    /** Records every id in a response. */
    learn(call: Call, response: HttpResponse): void {
      if (response.status < 200 || response.status > 299) return;
      const path = filledPath(call);
      const body = jsonOf(response);
      const decoded = decodedPath(path);
      learnBody(call, body, decoded);
      learnLinks(call, response, body);
      const location = locationPath(response, path);
      if (location !== undefined) learnPath(location);
    },
    /** What is known below a path, newest first. */
    below: (path: string): readonly string[] => known.get(path) ?? [],
    /** A value for a field by its name (`task_id`), preferably from below this path. */
    named(name: string, path: string, like: unknown): unknown {
      const isNumber = typeof like === 'number';
      const word = plain(name).replace(/ids$/, 'id');
      const key = isNumber && !word.endsWith('id') ? `${word}id` : word;
      if (!key.endsWith('id') || key === 'id') return undefined;
      const list = byName.get(key) ?? [];
      const shared = (other: string) => {
        const parts = path.split('/');
        return other.split('/').filter((part, index) => part === parts[index]).length;
      };
      const found = list.toSorted((a, b) => shared(b.path) - shared(a.path))[0]?.value;
      if (!isNumber || found === undefined) return found;
      return Number.isNaN(Number(found)) ? undefined : Number(found);
    },
    /** The path of a new resource, as stated by the response that created it. */
    created(call: Call, response: HttpResponse): string | undefined {
      const path = decodedPath(filledPath(call));
      if (!childOf(path)) {
        const location = locationPath(response, path);
        return location && operationsAt(location).length > 0 ? location : undefined;
      }
      const id = idIn(wrapped(jsonOf(response)), path);
      return id === undefined ? undefined : `${path}/${id}`;
    },
    forget(path: string): void {
      const at = path.lastIndexOf('/');
      const [parent, id] = [path.slice(0, at), path.slice(at + 1)];
      known.set(
        parent,
        (known.get(parent) ?? []).filter((one) => one !== id),
      );
      for (const [key, list] of byName)
        byName.set(
          key,
          list.filter((one) => !(one.value === id && one.path === parent)),
        );
    },
    /** The operations whose template matches a path, the most literal first. */
    operationsAt,
    operationAt: (path: string, method: string) =>
      operationsAt(path).find((one) => one.method === method),
  };
}

/** The names under which a resource may state its own id, the likeliest first. */
function candidateNames(parameter: string | undefined, segment: string): string[] {
  const own = parameter === undefined ? [] : [plain(parameter)];
  const word = plain(singular(segment));
  const short = own.flatMap((name) =>
    [word, plain(segment)].filter((w) => name.startsWith(w)).map((w) => name.slice(w.length)),
  );
  const usual = [`${word}id`, 'id', 'uuid', 'key', 'slug', 'code', 'number', 'name', 'username'];
  return [...new Set([...own, ...short, ...usual])].filter(Boolean);
}

/** The list in a response: the response itself, or its only list of objects. */
export function listIn(body: unknown): unknown[] | undefined {
  if (Array.isArray(body)) return body;
  if (!isObject(body)) return undefined;
  const lists = Object.values(body).filter(Array.isArray);
  if (lists.length === 1) return lists[0];
  const inner = Object.values(body).filter(isObject).flatMap(Object.values).filter(Array.isArray);
  return lists.length === 0 && inner.length === 1 ? inner[0] : undefined;
}

/** The object in a response, even when it is wrapped once. */
function wrapped(body: unknown): Record<string, unknown>[] {
  if (!isObject(body)) return [];
  return [body, ...Object.values(body).filter(isObject)];
}

export function jsonOf({ headers, text }: HttpResponse): unknown {
  return /json/.test(headers['content-type'] ?? '') ? parsed(text) : undefined;
}

function evaluate(expression: unknown, call: Call, response: HttpResponse, body: unknown): unknown {
  if (typeof expression !== 'string' || !expression.startsWith('$')) return expression;
  const [, path] = /^\$request\.path\.(.+)$/.exec(expression) ?? [];
  if (path !== undefined) return call.values.get(`path ${path}`);
  const [, header] = /^\$response\.header\.(.+)$/.exec(expression) ?? [];
  if (header !== undefined) return response.headers[header.toLowerCase()];
  const [, pointer] = /^\$response\.body#(.*)$/.exec(expression) ?? [];
  return pointer === undefined ? undefined : pointerParts(pointer).reduce(memberOf, body);
}

/** A name without case and separators: `taskId` and `task_id` are the same. */
export function plain(name: string): string {
  return name.replace(/[^a-z0-9]/gi, '').toLowerCase();
}

function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');
}

export function decodedPath(path: string): string {
  return path.split('/').map(safeDecode).join('/');
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
