import { operations as contract, type Operation } from '#domain/call.ts';
import document from '#generated/openapi.json' with { type: 'json' };
import type { OperationId } from '#generated/operations/index.ts';
import { exampleBody } from '../../support/example-body.ts';
import { definition } from '../target.ts';
import { type Case, JSON_TYPE } from './case.ts';

const operations = Object.values(contract);
const schemas = document.components.schemas as unknown as Readonly<
  Record<string, { properties?: Record<string, unknown>; discriminator?: unknown } | undefined>
>;

/** Parameters in paths whose names are not those of the world. */
const PLACES: Readonly<Record<string, string>> = {
  resourceType: 'task',
  id: '{task}',
  apiKeyId: '{key}',
  revisionNumber: '1',
  versionNumber: '1',
  environment: 'staging',
  credentialId: 'credential_none',
};
/** Bodies that are valid for the world, where the contract's example is not. */
const BODIES: Partial<Record<OperationId, unknown>> = {
  runAssist: { helper: 'suggest_names', definition },
  streamAssist: { helper: 'suggest_names', definition },
  moveTask: { project_id: '{project}' },
  activateTaskRevision: {},
  replaceTaskEnvironment: { revision: 1 },
  createEvaluation: { dataset_id: '{dataset}', revision: 1 },
  replaceTaskWebhook: { webhook_id: '{webhook}' },
};

/** What the contract itself tells to try with each operation. Nothing here changes anything. */
export function generatedCases(): Case[] {
  return operations.flatMap((operation) => [
    ...callerCases(operation),
    ...pathCases(operation),
    ...queryCases(operation),
    ...headerCases(operation),
    ...bodyCases(operation),
  ]);
}

/** Methods that a path does not have. */
export function methodCases(): Case[] {
  const paths = [...new Set(operations.map(({ path }) => path))];
  return paths.flatMap((path, index) => {
    const known = operations.filter((one) => one.path === path).map(({ method }) => method);
    const others = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'].filter(
      (method) => !known.includes(method as Operation['method']),
    );
    const tried = [others[index % others.length] ?? 'TRACE', 'OPTIONS'];
    return tried.map((method) => ({ what: `method ${method}`, method, path: filled(path) }));
  });
}

/** Nobody's requests are in the suite's matrix: the server refuses an address that sends many of them. */
function callerCases({ method, path, permission }: Operation): Case[] {
  if (permission === 'public') return [];
  const at = { method, path: filled(path) };
  return [
    {
      ...at,
      what: 'an outsider',
      who: 'outsider',
      headers: { 'idempotency-key': 'x'.repeat(201) },
    },
  ];
}

function pathCases({ id, method, path }: Operation): Case[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const [last] = names.slice(-1);
  if (last === undefined) return [];
  const body = exampleOf(id);
  const at = { method, ...(body !== undefined && { body }) };
  const wrong = /revision|environment|resourceType/.test(last) ? 'No-Such' : `${last}_none`;
  return [
    { ...at, what: 'an unknown id', path: filled(path, { [last]: wrong }) },
    { ...at, what: 'a long id', path: filled(path, { [last]: 'x'.repeat(65) }) },
  ];
}

function queryCases({ method, path, query }: Operation): Case[] {
  const at = { method, path: filled(path) };
  if (method !== 'GET') return [];
  return [
    { ...at, what: 'an unknown parameter', path: `${at.path}?no_such=1` },
    ...query.map((name) => ({
      ...at,
      what: `odd ${name}`,
      path: `${at.path}?${name}=${'%20odd'.repeat(60)}`,
    })),
    ...query
      .slice(0, 2)
      .map((name) => ({ ...at, what: `empty ${name}`, path: `${at.path}?${name}=` })),
    ...query.slice(0, 1).map((name) => ({
      ...at,
      what: `${name} twice`,
      path: `${at.path}?${name}=1&${name}=2`,
    })),
  ];
}

function headerCases({ id, method, path, headers }: Operation): Case[] {
  const body = exampleOf(id);
  const at = { method, path: filled(path), ...(body !== undefined && { body }) };
  const bad = {
    'If-Match': ['"outdated"', 'x'.repeat(101), ''],
    'Idempotency-Key': ['x'.repeat(201), ''],
  };
  const tried = headers.flatMap(({ name }) =>
    (bad[name as keyof typeof bad] ?? []).map((value) => ({
      ...at,
      what: `${name}: ${value.slice(0, 12)}`,
      headers: { [name]: value },
    })),
  );
  const required = headers.filter((header) => header.required);
  return [...tried, ...required.map(({ name }) => ({ ...at, what: `no ${name}` }))];
}

function bodyCases({ id, method, path, body, file, headers }: Operation): Case[] {
  if (body === undefined || file !== undefined) return [];
  const needed = headers.filter((one) => one.required).map(({ name }) => [name, '"1"'] as const);
  const at = { method, path: filled(path), headers: Object.fromEntries(needed) };
  const example = exampleOf(id);
  const fields = Object.keys(schemas[body]?.properties ?? {});
  const every = (value: unknown) => Object.fromEntries(fields.map((name) => [name, value]));
  const json = { ...at.headers, ...JSON_TYPE };
  // All operations refuse these alike, so each gets a few of them.
  const notObjects: Case[] = [
    { ...at, what: 'a list', body: [] },
    { ...at, what: 'a text', body: 'text' },
    { ...at, what: 'null', body: null },
    { ...at, what: 'a plain text', raw: '{}', headers: { ...json, 'content-type': 'text/plain' } },
    { ...at, what: 'a form', raw: new FormData() },
    { ...at, what: 'no content type', raw: '{}' },
    { ...at, what: 'broken JSON', raw: '{"a":', headers: json },
    { ...at, what: 'an empty body', raw: '', headers: json },
  ];
  return [
    ...inTurn(notObjects, 3),
    { ...at, what: 'no fields, and one too many', body: { no_such: 1 } },
    { ...at, what: 'numbers everywhere', body: every(-1.5) },
    { ...at, what: 'objects everywhere', body: every({ odd: [null] }) },
    { ...at, what: 'null everywhere', body: every(null) },
    { ...at, what: 'long texts', body: every('x'.repeat(100_001)) },
    { ...at, what: 'U+0000', body: { ...(example as object), name: 'a\0b' } },
  ];
}

/** Some items of a list, continuing where the last call ended. */
function inTurn<T>(all: readonly T[], count: number): T[] {
  turn += count;
  return Array.from({ length: count }, (_, at) => all[(turn + at) % all.length] as T);
}
let turn = 0;

function filled(path: string, given: Readonly<Record<string, string>> = {}): string {
  return path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => given[name] ?? PLACES[name] ?? `{${name.replace(/Id$/, '')}}`,
  );
}

function exampleOf(id: OperationId): unknown {
  return BODIES[id] ?? exampleBody(id);
}
