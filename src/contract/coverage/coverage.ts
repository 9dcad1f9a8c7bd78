import { covers, plainType, router } from '../walk.ts';
import type { RecordedCall } from './calls.ts';
import { type DeclaredOperation, declaredIn, type Item, type ItemKind } from './items.ts';

/** What recorded calls exercised of a contract. */
export interface Coverage {
  exercised: Item[];
  missing: Item[];
  /** Responses that the contract does not declare: `GET /task 418`. */
  undeclared: Item[];
  /** Calls that match no operation of the contract. */
  strangers: number;
  calls: number;
}

export const KINDS: readonly ItemKind[] = [
  'operation',
  'parameter',
  'status',
  'media type',
  'message',
];

/** Measures calls against everything that a contract declares. */
export function coverageOf(
  document: Record<string, unknown>,
  calls: readonly RecordedCall[],
): Coverage {
  const operations = declaredIn(document);
  const find = finder(operations, prefixesOf(document));
  const seen = new Set<Item>();
  const undeclared = new Map<string, Item>();
  let strangers = 0;
  for (const call of calls) {
    const operation = find(call);
    if (!operation) {
      strangers += 1;
      continue;
    }
    const items = operation.items.filter((item) => isExercised(item, call, operation));
    for (const item of items) seen.add(item);
    const [own] = operation.items;
    if (own && !items.some(({ kind }) => kind === 'status')) {
      const key = `${own.operation} ${call.status}`;
      undeclared.set(key, { ...own, kind: 'status', name: String(call.status) });
    }
  }
  const all = operations.flatMap(({ items }) => items);
  return {
    exercised: all.filter((item) => seen.has(item)),
    missing: all.filter((item) => !seen.has(item)),
    undeclared: [...undeclared.values()],
    strangers,
    calls: calls.length,
  };
}

function isExercised(
  { kind, name }: Item,
  call: RecordedCall,
  { items }: DeclaredOperation,
): boolean {
  if (kind === 'operation') return true;
  if (kind === 'message') return call.messages?.includes(name) ?? false;
  const [first = '', second = ''] = name.split(/ (.*)/s);
  if (kind === 'parameter') {
    if (first === 'header')
      return (call.headers ?? []).some((header) => header.toLowerCase() === second.toLowerCase());
    // An object parameter is sent as its fields: `filter[name]`.
    const names = [...new URL(call.url, 'http://a').searchParams.keys()];
    return names.some((own) => own === second || own.startsWith(`${second}[`));
  }
  if (kind === 'status') return first === statusOf(call.status, items);
  if (first === 'body') return isType(call.sent, second);
  return first === statusOf(call.status, items) && isType(call.got, second);
}

/** The declared status that covers a response: itself, `4XX`, or `default`. */
function statusOf(status: number, items: readonly Item[]): string | undefined {
  const declared = items.filter(({ kind }) => kind === 'status').map(({ name }) => name);
  const range = `${String(status)[0]}XX`;
  return [String(status), range, range.toLowerCase(), 'default'].find((each) =>
    declared.includes(each),
  );
}

function isType(sent: string | undefined, declared: string): boolean {
  return sent !== undefined && covers(plainType(declared), plainType(sent));
}

/** The path prefixes of the contract's servers: `/api/v1`. */
function prefixesOf(document: Record<string, unknown>): string[] {
  const servers = (document.servers ?? []) as { url?: string }[];
  const paths = servers.map(
    ({ url = '/' }) => new URL(url.replaceAll(/[{}]/g, ''), 'http://a').pathname,
  );
  return [...paths.map((path) => path.replace(/\/$/, '')), ''];
}

/** Finds the operation of a call. */
function finder(operations: readonly DeclaredOperation[], prefixes: readonly string[]) {
  const routes = router(operations);
  return ({ method, url }: RecordedCall): DeclaredOperation | undefined => {
    const { pathname } = new URL(url, 'http://a');
    const prefix =
      prefixes.find((each) => pathname === each || pathname.startsWith(`${each}/`)) ?? '';
    const found = routes.at(pathname.slice(prefix.length));
    return found.find((operation) => operation.method === method.toUpperCase());
  };
}
