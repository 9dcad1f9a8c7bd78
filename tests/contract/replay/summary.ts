import { readEvents } from '#core/sse.ts';
import type { Target } from '../target.ts';
import type { Case } from './case.ts';
import type { World } from './world.ts';

/** What a client can see of a response, without what differs on every call. */
export interface Summary {
  status: number;
  type: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Headers whose value must be the same. */
const SAME = [
  'allow',
  'location',
  'www-authenticate',
  'idempotent-replayed',
  'content-disposition',
  'cache-control',
  'deprecation',
];
/** Headers that must be sent by both or by neither. */
const PRESENT = ['etag', 'retry-after', 'x-request-id'];

/** Sends one request of the replay to one side. */
export async function replayed(target: Target, world: World, one: Case): Promise<Summary> {
  const { method, path, who = 'owner', body, raw, headers = {} } = one;
  const sent = raw ?? (body === undefined ? undefined : fill(JSON.stringify(body), world));
  const isJson = raw === undefined && body !== undefined;
  const isBare = typeof raw === 'string' && headers['content-type'] === undefined;
  const url = path.startsWith('//')
    ? new URL(target.baseUrl).origin + path.slice(1)
    : target.baseUrl + fill(path, world);
  const response = await fetch(url, {
    method,
    headers: {
      ...(isJson && { 'content-type': 'application/json' }),
      ...target.headersOf(who),
      ...headers,
    },
    // A body of bytes has no content type, unlike a text.
    ...(sent !== undefined && { body: isBare ? new TextEncoder().encode(raw) : sent }),
  });
  return summaryOf(response, world);
}

async function summaryOf(response: Response, world: World): Promise<Summary> {
  const named = (text: string) => unfill(text, world);
  const { headers } = response;
  const type = headers.get('content-type') ?? '';
  const same = SAME.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, named(value)]];
  });
  const present = PRESENT.filter((name) => headers.has(name)).map((name) => [name, 'sent']);
  return {
    status: response.status,
    type: type.toLowerCase(),
    headers: Object.fromEntries([...same, ...present]),
    body: type.startsWith('text/event-stream')
      ? await grammarOf(response)
      : bodyOf(await response.text(), type, named),
  };
}

/** A problem in full; of anything else its form, because ids, times and outputs differ. */
function bodyOf(text: string, type: string, named: (text: string) => string): unknown {
  if (text === '') return 'empty';
  if (!/\bjson\b/.test(type)) return 'text';
  const body = JSON.parse(text);
  if (!type.includes('problem')) return formOf(body);
  const { request_id, ...problem } = body;
  return { ...JSON.parse(named(JSON.stringify(problem))), request_id: typeof request_id };
}

function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [formOf(value[0])];
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.keys(value).sort();
}

/** The kinds of lines in a stream, and its events. */
async function grammarOf({ body }: Response): Promise<unknown> {
  if (!body) return 'empty';
  const [forLines, forEvents] = body.tee();
  const text = await new Response(forLines).text();
  const blocks = text.split('\n\n').map((block) =>
    block
      .split('\n')
      .map((line) => line.slice(0, line.indexOf(':')))
      .join(' '),
  );
  const events: string[] = [];
  for await (const { event, id, data } of readEvents(forEvents)) {
    const isNamed = JSON.parse(data).type === event;
    events.push(`${event}${id === '' ? ' without id' : ''}${isNamed ? '' : ' unlike its data'}`);
  }
  const [first, last] = [events[0], events.at(-1)];
  // Between the first and the last event, steps and texts come at their own pace.
  const between = [...new Set(events.slice(1, -1))].sort();
  return { blocks: [...new Set(blocks)], events: [first, ...between, last] };
}

function fill(text: string, world: World): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => world[name] ?? whole);
}

function unfill(text: string, world: World): string {
  let named = text;
  for (const [name, id] of Object.entries(world)) named = named.replaceAll(id, `{${name}}`);
  return named
    .replace(/\b([a-z]+)_[0-9a-hjkmnp-tv-z]{26}\b/g, '$1_…')
    .replace(/"?\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time');
}
