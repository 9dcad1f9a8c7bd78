import { BODY_MAX_BYTES } from '#core/limits.ts';
import { definition } from '../target.ts';
import { type Case, get, JSON_TYPE, ORG, PROJECT, TASK } from './case.ts';

const GOOD = { inputs: { review: 'Fine.' } };

/** Written by hand, because no contract tells it. The order matters, because some of them change something. */
export const WRITING: readonly Case[] = [
  ...bodies('POST', `${PROJECT}/task`, {
    'no name': {},
    'a blank name': { name: '  ' },
    'an empty name': { name: '' },
    'a long name': { name: 'x'.repeat(121) },
    'a name that is taken': { name: 'Replayed' },
    'an unknown field': { name: 'A', colour: 'red' },
    'unknown fields, escaped': { name: 'A', 'a/b~c': 1, '': 2 },
    'too many tags': { name: 'A', tags: Array.from({ length: 60 }, (_, at) => `t${at}`) },
    'equal tags': { name: 'A', tags: ['a', 'a'] },
    'odd tags': { name: 'A', tags: ['', 1, null, 'x'.repeat(100)] },
    'half a definition': { name: 'A', definition: { user_prompt: 'x' } },
    'a wrong type': { name: 'A', definition: { ...definition, output_format: { type: 'xml' } } },
    'no type': { name: 'A', definition: { ...definition, output_format: {} } },
    'a field of no type': {
      name: 'A',
      definition: { ...definition, output_format: { type: 'fields', fields: [{ name: 'a' }] } },
    },
    'odd fields': {
      name: 'A',
      definition: {
        ...definition,
        output_format: { type: 'fields', fields: [{ name: '1a', type: 'choice', options: [] }] },
      },
    },
    'odd variables': {
      name: 'A',
      definition: { ...definition, variables: [{ name: 'a b', type: 'text' }, { name: 'a' }, 7] },
    },
    'odd parameters': {
      name: 'A',
      definition: { ...definition, parameters: { temperature: 9, max_output_tokens: 0, odd: 1 } },
    },
    'odd tools': {
      name: 'A',
      definition: { ...definition, tools: [{ type: 'spoon' }, { type: 'webhook', url: 'x' }, {}] },
    },
    'half a surrogate': { name: 'a\ud800' },
    'deep data': { name: 'A', definition: nested(70) },
  }),
  ...bodies('POST', `${TASK}/run`, {
    'no inputs': {},
    'inputs that are missing': { inputs: {} },
    'inputs that are unknown': { inputs: { review: 'Fine.', colour: 'red' } },
    'inputs of a wrong type': { inputs: { review: 7 } },
    'inputs that are a list': { inputs: [] },
    'an unknown revision': { ...GOOD, revision: 99 },
    'an odd revision': { ...GOOD, revision: 'latest' },
    'an unknown environment': { ...GOOD, environment: 'production' },
    'revision and environment': { ...GOOD, revision: 1, environment: 'staging' },
    'a good one': GOOD,
    'a good one of an environment': { ...GOOD, environment: 'staging' },
    'U+0000': { inputs: { review: 'a\0b' } },
    'deep inputs': { inputs: { review: nested(70) } },
  }),
  ...bodies('POST', `${TASK}/run/stream`, { 'no inputs': {}, 'a good one': GOOD }),
  ...bodies('POST', `${TASK}/mock`, {
    'no inputs': {},
    'a good one': GOOD,
    'inputs of a wrong type': { inputs: { review: 7 } },
  }),
  ...bodies('POST', `${TASK}/mock/stream`, { 'no inputs': {}, 'a good one': GOOD }),
  ...bodies('POST', `${TASK}/mock?fail=rate_limited`, { 'a failure': GOOD }),
  ...bodies('POST', `${TASK}/mock?fail=timeout`, { 'a failure': GOOD }),
  ...bodies('POST', `${TASK}/mock?fail=odd`, { 'an odd failure': GOOD }),
  ...bodies('POST', `${TASK}/mock/stream?fail=invalid_output`, { 'a failure': GOOD }),
  ...bodies('POST', `${PROJECT}/task/{other}/run`, { 'no active revision': GOOD }),
  ...bodies('POST', `${PROJECT}/task/{other}/run/stream`, { 'no active revision': GOOD }),
  ...['0', '1', '999999', '-1', 'nonsense', ''].map((id) => ({
    what: `resumes after ${id}`,
    method: 'GET',
    path: `${PROJECT}/run/{run}/stream`,
    headers: { 'last-event-id': id },
  })),
  {
    what: 'async',
    method: 'POST',
    path: `${TASK}/run`,
    body: GOOD,
    headers: { prefer: 'respond-async' },
  },
  {
    what: 'an odd Prefer',
    method: 'POST',
    path: `${TASK}/run`,
    body: GOOD,
    headers: { prefer: 'haste' },
  },
  ...['"0"', '*', 'W/"1"', 'unquoted', '"1", "2"'].flatMap((etag) =>
    [
      { method: 'PATCH', path: TASK, body: { description: 'Changed.' } },
      { method: 'PUT', path: `${TASK}/draft`, body: { definition } },
      { method: 'POST', path: `${TASK}/revision`, body: {} },
      { method: 'PATCH', path: `${PROJECT}/webhook/{webhook}`, body: { name: 'Hook' } },
      { method: 'PATCH', path: `${TASK}/dataset/{dataset}`, body: { name: 'Reviews' } },
      { method: 'PUT', path: `${ORG}/template/{template}`, body: { name: 'Replay', definition } },
    ].map((one) => ({ ...one, what: `If-Match ${etag}`, headers: { 'if-match': etag } })),
  ),
  ...twice('POST', `${PROJECT}/task`, { name: 'Once' }, { name: 'Another' }),
  ...twice('POST', `${TASK}/run`, GOOD, { inputs: { review: 'Bad.' } }),
  ...twice('POST', `${TASK}/run/stream`, GOOD, { inputs: { review: 'Bad.' } }),
  ...twice('POST', `${PROJECT}/webhook`, hook('Once'), hook('Another')),
  ...twice('POST', `${PROJECT}/api-key`, { name: 'Once' }, { name: 'Another' }),
  ...twice('POST', `${PROJECT}/webhook/{webhook}/rotate`, undefined, undefined),
  ...bodies('POST', `${PROJECT}/webhook`, {
    'no URL': { name: 'A', events: ['run.failed'] },
    'a URL that is none': { ...hook('A'), url: 'nowhere' },
    'another protocol': { ...hook('A'), url: 'ftp://example.com' },
    'a private address': { ...hook('A'), url: 'http://127.0.0.1/hook' },
    'no events': { ...hook('A'), events: [] },
    'unknown events': { ...hook('A'), events: ['run.eaten', 7] },
    'a good one': hook('A'),
  }),
  ...bodies('POST', `${PROJECT}/api-key`, {
    'a past expiry': { name: 'A', expires_at: '2020-01-01T00:00:00Z' },
    'an odd expiry': { name: 'A', expires_at: 'tomorrow' },
    'no expiry': { name: 'A', expires_at: null },
  }),
  ...bodies('POST', `${PROJECT}/iam/test`, {
    none: { permissions: [] },
    'unknown ones': { permissions: ['fly'] },
    'good ones': { permissions: ['edit', 'run_task'] },
  }),
  ...bodies('POST', `${TASK}/dataset/{dataset}/import`, {
    'an odd format': { format: 'xml', text: '' },
    nothing: { format: 'csv', text: '' },
    'unknown columns': { format: 'csv', text: 'colour\nred\n' },
    'broken lines': { format: 'jsonl', text: '{"review":\n[]\n7' },
    'a good one': { format: 'csv', text: 'review\nFine.\n' },
  }),
  ...bodies('POST', `${TASK}/evaluation`, {
    'an unknown dataset': { dataset_id: 'dataset_none', revision: 1 },
    'an unknown revision': { dataset_id: '{dataset}', revision: 99 },
  }),
  ...bodies('PUT', `${TASK}/environment/staging`, {
    'an unknown revision': { revision: 99 },
    'no revision': {},
  }),
  ...bodies('POST', `${TASK}/revision/2/activate`, { 'a good one': {} }),
  ...bodies('POST', `${TASK}/revision/99/activate`, { 'an unknown revision': {} }),
  ...bodies('POST', `${TASK}/move`, {
    'where it is': { project_id: '{project}' },
    nowhere: { project_id: 'project_none' },
  }),
  ...bodies('PATCH', '/user', {
    'a long bio': { bio: 'x'.repeat(10_000) },
    'no name': { name: '' },
    'a good one': { bio: 'B' },
  }),
  ...bodies('POST', `${PROJECT}/run/{run}/cancel`, { 'a run that is over': undefined }),
  ...bodies('POST', `${PROJECT}/run/{run}/step/{step}/reply`, {
    'a step that waits for nothing': { output: 1 },
  }),
  ...bodies('POST', `${TASK}/evaluation/{evaluation}/cancel`, { 'what is over': undefined }),
  {
    what: 'a body that is too large',
    method: 'POST',
    path: `${PROJECT}/task`,
    body: { name: 'x'.repeat(BODY_MAX_BYTES) },
  },
  {
    what: 'a body where none belongs',
    method: 'DELETE',
    path: `${TASK}/environment/none`,
    body: { a: 1 },
  },
  {
    what: 'a text where none belongs',
    method: 'DELETE',
    path: `${TASK}/environment/none`,
    raw: 'a',
    headers: { 'content-type': 'text/plain' },
  },
  {
    what: '__proto__',
    method: 'POST',
    path: `${PROJECT}/task`,
    raw: '{"name":"A","__proto__":{"a":1}}',
    headers: JSON_TYPE,
  },
  {
    what: 'JSON in another encoding',
    method: 'POST',
    path: `${PROJECT}/task`,
    raw: '{}',
    headers: { 'content-type': 'application/json; charset=utf-16' },
  },
  {
    what: 'another JSON type',
    method: 'POST',
    path: `${PROJECT}/task`,
    raw: '{}',
    headers: { 'content-type': 'application/vnd.api+json' },
  },
  { what: 'JSON twice', method: 'POST', path: `${PROJECT}/task`, raw: '{}{}', headers: JSON_TYPE },
  {
    what: 'a bare text',
    method: 'POST',
    path: `${PROJECT}/task`,
    raw: 'hello',
    headers: JSON_TYPE,
  },
  {
    what: 'a byte order mark',
    method: 'POST',
    path: `${PROJECT}/task`,
    raw: '\ufeff{}',
    headers: JSON_TYPE,
  },
  { what: 'no picture', method: 'PUT', path: '/user/avatar' },
  { what: 'JSON for a picture', method: 'PUT', path: '/user/avatar', body: {} },
  { what: 'an empty form', method: 'PUT', path: '/user/avatar', raw: form({}) },
  {
    what: 'another field',
    method: 'PUT',
    path: '/user/avatar',
    raw: form({ other: new Blob(['a']) }),
  },
  { what: 'a text for a picture', method: 'PUT', path: '/user/avatar', raw: form({ file: 'a' }) },
  { what: 'no image', method: 'PUT', path: '/user/avatar', raw: form({ file: new Blob(['a']) }) },
  {
    what: 'a large picture',
    method: 'PUT',
    path: '/user/avatar',
    raw: form({ file: new Blob(['x'.repeat(3_000_000)]) }),
  },
  ...['{webhook}', '{webhook}'].map((id) => ({
    what: 'delete twice',
    method: 'DELETE',
    path: `${PROJECT}/webhook/${id}`,
  })),
  ...[1, 2].map(() => ({
    what: 'delete twice',
    method: 'DELETE',
    path: `${PROJECT}/api-key/{key}`,
  })),
  ...[1, 2].map(() => ({ what: 'delete twice', method: 'DELETE', path: TASK })),
  ...get('of a deleted task', [TASK, `${TASK}/run`, `${PROJECT}/run/{run}`]),
];

function bodies(method: string, path: string, given: Readonly<Record<string, unknown>>): Case[] {
  return Object.entries(given).map(([what, body]) => ({ what, method, path, body }));
}

/** The same request twice with one Idempotency-Key, then another request with that key. */
function twice(method: string, path: string, body: unknown, other: unknown): Case[] {
  const headers = { 'idempotency-key': `replay ${method} ${path}` };
  return [
    { what: 'with a key', method, path, body, headers },
    { what: 'with the same key', method, path, body, headers },
    { what: 'another with that key', method, path, body: other, headers },
  ];
}

function hook(name: string): object {
  return { name, url: 'https://nowhere.invalid/hook', events: ['run.failed'] };
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = { a: value };
  return value;
}

function form(parts: Readonly<Record<string, string | Blob>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) data.append(name, value);
  return data;
}
