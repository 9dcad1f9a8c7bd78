import { isObject } from '#core/json/is-object.ts';
import { BODY_MAX_BYTES } from '#core/limits.ts';
import contract from '#generated/openapi.json' with { type: 'json' };

/** Just within the limit of a body, so that it is read, parsed and validated as a whole. */
const ROOM = BODY_MAX_BYTES - 20_000;

function repeated(one: string, count = Math.floor(ROOM / (one.length + 1))): string {
  return Array.from({ length: count }, () => one).join(',');
}

function manyNames(count: number, value: string): string {
  return Array.from({ length: count }, (_, n) => `"k${n}":${value}`).join(',');
}

/** Values that are valid JSON and good for nothing. Half of them are as large as a body can be. */
export const VALUES: Readonly<Record<string, string>> = {
  'deep lists': '['.repeat(ROOM / 2) + ']'.repeat(ROOM / 2),
  'lists just deep enough': `[${repeated('['.repeat(60) + ']'.repeat(60), 1600)}]`,
  'deep objects': `${'{"a":'.repeat(9990)}1${'}'.repeat(9990)}`,
  'millions of zeros': `[${repeated('0')}]`,
  'many zeros': `[${repeated('0', 99_000)}]`,
  'many objects': `[${repeated('{}', 49_000)}]`,
  'many texts': `[${repeated('"x"', 99_000)}]`,
  'unknown names': `{${manyNames(49_000, '0')}}`,
  'millions of empty objects': `[${repeated('{}')}]`,
  'a long text': `"${'x'.repeat(ROOM)}"`,
  'a text of placeholders': `"${'{a}'.repeat(66_000)}"`,
  'a text of braces': `"${'{'.repeat(ROOM)}"`,
  'a text of escapes': `"${'\\u0041'.repeat(ROOM / 6)}"`,
  'a text of brackets': `"${'['.repeat(ROOM)}"`,
  'a long name': `{"${'n'.repeat(ROOM)}":0}`,
  'huge numbers': `[${repeated('-1e308', 49_000)},1e999,${'9'.repeat(400_000)}]`,
  'the same name often': `{${repeated('"name":0', 49_000)}}`,
  'half a character': '"\\ud800"',
  'a prototype': '{"__proto__":{"admin":true}}',
};

const MARK = '@@here@@';

interface Place {
  path: string;
  /** The body with a mark in this place, as JSON. */
  marked: string;
  kind: string;
}

/** Every place of an example in which something else can be put, the whole of it included. */
function placesOf(example: unknown): Place[] {
  const places: Place[] = [{ path: '', marked: JSON.stringify(MARK), kind: 'object' }];
  const visit = (value: unknown, path: string, put: (inner: unknown) => unknown) => {
    if (typeof value !== 'object' || value === null) return;
    // The items of a list are all alike.
    for (const [name, inner] of Object.entries(value).slice(0, Array.isArray(value) ? 1 : 99)) {
      const at = `${path}/${name}`;
      const putHere = (replaced: unknown) =>
        put(Array.isArray(value) ? [replaced, ...value.slice(1)] : { ...value, [name]: replaced });
      const kind = Array.isArray(inner) ? 'array' : typeof inner;
      places.push({ path: at, marked: JSON.stringify(putHere(MARK)), kind });
      visit(inner, at, putHere);
    }
  };
  visit(example, '', (whole) => whole);
  return places;
}

type Schema = Readonly<Record<string, unknown>>;
const schemas: Readonly<Record<string, Schema>> = contract.components.schemas;

/** A body with everything that a schema allows, one item in each list. Its values need not be valid. */
function wholeExample(name: string): unknown {
  return exampleAt({ $ref: `#/components/schemas/${name}` }, 0);
}

function exampleAt(given: unknown, depth: number): unknown {
  const schema = resolved(given);
  if (depth > 8) return 0;
  const variants = [schema.oneOf, schema.anyOf].find(Array.isArray);
  if (variants) return exampleAt(variants[0], depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const type = [schema.type].flat()[0];
  if (type === 'array') return [exampleAt(schema.items, depth + 1)];
  if (isObject(schema.properties)) {
    const members = Object.entries(schema.properties);
    return Object.fromEntries(members.map(([key, inner]) => [key, exampleAt(inner, depth + 1)]));
  }
  if (Array.isArray(schema.examples)) return schema.examples[0];
  return type === 'integer' || type === 'number' ? 1 : type === 'string' ? 'a' : {};
}

function resolved(schema: unknown): Schema {
  if (!isObject(schema)) return {};
  const { $ref } = schema;
  return typeof $ref === 'string' ? resolved(schemas[$ref.split('/').at(-1) ?? '']) : schema;
}

/** What comes nearest to being valid in a place of a kind, and therefore gets furthest. */
const FITTING: Readonly<Record<string, readonly string[]>> = {
  array: ['many zeros', 'many objects', 'many texts'],
  object: ['unknown names', 'lists just deep enough', 'a long name'],
  string: ['a long text', 'a text of placeholders', 'half a character'],
  number: ['huge numbers'],
};
/**
 * The hostile bodies for an operation: in each place of its body one of those that fit there, or one of the others, in
 * turn. What the parser refuses comes to the same everywhere.
 * @param name the schema of its body
 * @param example a valid one
 */
export function* hostileBodies(
  name: string,
  example: unknown,
): Generator<{ what: string; text: string }> {
  // A body that is valid except in one place gets furthest. The whole example adds the places that it lacks.
  const places = [...placesOf(wholeExample(name)), ...placesOf(example)];
  for (const { path, marked, kind } of new Map(places.map((one) => [one.path, one])).values()) {
    turn += 1;
    const fitting = turn % 3 > 0 ? FITTING[kind] : undefined;
    const kinds = fitting ?? Object.keys(VALUES);
    const what = kinds[turn % kinds.length] ?? '';
    const text = marked.replace(JSON.stringify(MARK), () => VALUES[what] ?? '');
    yield { what: `${what} at ${path || 'the top'}`, text };
  }
  const members = isObject(example) ? `${JSON.stringify(example).slice(1, -1)},` : '';
  yield { what: 'unknown names beside it', text: `{${members}${manyNames(45_000, '0')}}` };
}
let turn = 0;

/** What a query or path can contain: 15 kB at most. */
export function hostileTexts(): Record<string, string> {
  const cursor = (value: string) => Buffer.from(value).toString('base64url');
  return {
    'a long text': 'x'.repeat(15_000),
    'many words': 'a '.repeat(3700),
    'many different words': Array.from({ length: 2500 }, (_, n) => n.toString(36)).join(' '),
    wildcards: '%_'.repeat(2400),
    'quotes and brackets': `'"\\(){}[]`.repeat(600),
    'a deep cursor': cursor(`${'['.repeat(5000)}${']'.repeat(5000)}`),
    'a cursor with many names': cursor(`{${manyNames(900, '0')}}`),
    'a huge number': `${'9'.repeat(14_000)}e99`,
    'an old time': '-271821-04-20T00:00:00Z',
    'half a character': '\uFFFD\u{1F600}'.repeat(800),
    'no character': '\u0000',
    'a prototype': '__proto__',
    empty: '',
  };
}

const CRLF = '\r\n';

/** Bodies for the upload of a file. */
export function hostileForms(): { what: string; payload: string; boundary: string }[] {
  const boundary = 'B';
  const part = (headers: string, content = '') =>
    `--${boundary}${CRLF}${headers}${CRLF}${CRLF}${content}${CRLF}`;
  const file = (name: string, content: string) =>
    part(`content-disposition: form-data; name="${name}"; filename="a.png"`, content);
  const form = (what: string, parts: string, end = `--${boundary}--${CRLF}`) => {
    return { what, payload: parts + end, boundary };
  };
  return [
    form('many files', file('file', 'a').repeat(20_000)),
    form('many fields', part('content-disposition: form-data; name="a"', 'b').repeat(20_000)),
    form('a long name', file('n'.repeat(1_000_000), 'a')),
    form('many headers', part('x-header: a\r\n'.repeat(70_000))),
    form('a form that does not end', file('file', 'a'.repeat(2_000_000)), ''),
    form('half boundaries', file('file', '\r\n--'.repeat(500_000))),
    form('many boundaries', `--${boundary}${CRLF}`.repeat(500_000)),
    form('a file that is no picture', file('file', 'a'.repeat(2_000_000))),
    form('a picture of nothing', file('file', '\x89PNG\r\n\x1a\n'.repeat(200_000))),
    form('a JPEG of markers', file('file', `\xff\xd8${'\xff\xe0\x00\x02'.repeat(400_000)}`)),
    form('line breaks', file('file', '\r\n'.repeat(1_000_000))),
    { what: 'a long boundary', payload: '-'.repeat(3_000_000), boundary: '-'.repeat(70) },
  ];
}
