import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diffContracts } from '../diff.ts';
import { openDocument } from './open-document.ts';

const HEAD = 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\n';

/** Writes files to a temporary folder and opens the folder, or the named file. */
async function open(files: Record<string, string>, entry = '') {
  const folder = await mkdtemp(join(tmpdir(), 'contract-document-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const opened = openDocument(join(folder, entry));
  return opened.catch((error: Error) => {
    if (error.name !== 'DocumentError') throw error;
    return `${error.message}`.replaceAll(`${folder}/`, '').replaceAll(folder, 'folder');
  });
}
const yaml = (text: string) => open({ 'openapi.yaml': text });
const json = (text: string) => open({ 'openapi.json': text }, 'openapi.json');

/** A copy without its history has no revisions. */
const hasGit = spawnSync('git', ['rev-parse', 'HEAD']).status === 0;

describe('the contract of this repository', () => {
  it.runIf(hasGit)(
    'is the same whether read from YAML, from the bundle or from a revision',
    async () => {
      const written = await openDocument('openapi');
      const bundled = await openDocument('generated/openapi.json');
      expect(written.document).toEqual(bundled.document);
      const revision = await openDocument('git:HEAD:openapi');
      const before = await openDocument('git:HEAD');
      expect(diffContracts(before.document, revision.document).changes).toEqual([]);
    },
  );

  it('maps pointers to file and line', async () => {
    const { placeOf } = await openDocument('openapi');
    expect(placeOf('/components/schemas/Task/properties/name').file).toBe(
      'openapi/schemas/task/task.yaml',
    );
    expect(placeOf('/paths/~1user/get/operationId').file).toBe('openapi/paths/user.yaml');
    expect(placeOf('/components/schemas/No').file).toBe('openapi/openapi.yaml');
  });
});

describe('a contract in several files', () => {
  it('is bundled into one document whose pointers map back to the source lines', async () => {
    const opened = await open({
      'openapi.yaml': `${HEAD}paths:\n  /pet:\n    $ref: paths/pet.yaml\ncomponents:\n  schemas:\n    Pet: { $ref: schemas.yaml#/Pet }\n`,
      'paths/pet.yaml': `get:\n  parameters: [{ $ref: '../parts.yaml#/limit' }]\n  responses:\n    200:\n      description: ok\n      content:\n        application/json:\n          schema: { $ref: ../schemas.yaml#/Pet/properties/tag }\n`,
      'parts.yaml': 'limit: { name: limit, in: query, schema: { type: integer } }\n',
      'schemas.yaml': `Pet:\n  properties:\n    tag: { $ref: '#/Tag' }\n    $ref: { type: string }\n    parent: { $ref: '#/Pet' }\n  examples: [{ $ref: nowhere.yaml }]\nTag:\n  type: string\n`,
    });
    if (typeof opened === 'string') throw new Error(opened);
    expect(opened.document).toMatchObject({
      paths: {
        '/pet': {
          get: {
            parameters: [{ $ref: '#/components/parameters/limit' }],
            responses: {
              200: {
                content: { 'application/json': { schema: { $ref: '#/components/schemas/Tag' } } },
              },
            },
          },
        },
      },
      components: {
        schemas: {
          Pet: {
            properties: {
              tag: { $ref: '#/components/schemas/Tag' },
              $ref: { type: 'string' },
              parent: { $ref: '#/components/schemas/Pet' },
            },
          },
          Tag: { type: 'string' },
        },
        parameters: { limit: { name: 'limit' } },
      },
    });
    const lineOf = (pointer: string) => {
      const { file, line } = opened.placeOf(pointer);
      return `${file.split('/').slice(3).join('/')}:${line}`;
    };
    expect(lineOf('/components/schemas/Tag/type')).toBe('schemas.yaml:8');
    expect(lineOf('/components/schemas/Pet/properties/parent')).toBe('schemas.yaml:5');
    expect(lineOf('/paths/~1pet/get/responses/200/description')).toBe('paths/pet.yaml:5');
  });

  it('may keep whole maps in other files', async () => {
    const opened = await open({
      'openapi.yaml': `${HEAD}paths: { $ref: paths/_index.yaml }\ncomponents:\n  schemas: { $ref: schemas/_index.yaml }\n`,
      'paths/_index.yaml': '/pet: { $ref: pet.yaml }\n/own: { summary: own }\n',
      'paths/pet.yaml':
        'get:\n  responses: { 200: { description: ok, content: { a/b: { schema: { $ref: ../schemas/pet.yaml } } } } }\n',
      'schemas/_index.yaml': 'Pet: { $ref: pet.yaml }\nTag: { type: string }\n',
      'schemas/pet.yaml': "properties: { tag: { $ref: '_index.yaml#/Tag' } }\n",
    });
    if (typeof opened === 'string') throw new Error(opened);
    const schema = { $ref: '#/components/schemas/Pet' };
    expect(opened.document).toEqual({
      openapi: '3.1.0',
      info: { title: 'A', version: '1' },
      paths: {
        '/pet': {
          get: { responses: { 200: { description: 'ok', content: { 'a/b': { schema } } } } },
        },
        '/own': { summary: 'own' },
      },
      components: {
        schemas: {
          Pet: { properties: { tag: { $ref: '#/components/schemas/Tag' } } },
          Tag: { type: 'string' },
        },
      },
    });
    expect(opened.placeOf('/components/schemas/Pet/properties/tag').file).toMatch(/pet.yaml$/);
    expect(opened.placeOf('/paths/~1pet/get').file).toMatch(/paths\/pet.yaml$/);
  });

  it('keeps `$id` and `$anchor` names unchanged', async () => {
    const schemas = `
    Tree:
      $id: https://a.example/tree
      $defs: { leaf: { $anchor: leaf, type: string } }
      properties: { own: { $ref: '#/$defs/leaf' }, other: { $ref: node }, child: { $ref: '#leaf' } }
    Node: { $id: https://a.example/node, type: object }
    User: { properties: { tree: { $ref: 'https://a.example/tree#/$defs/leaf' }, tag: { $ref: t.yaml } } }`;
    const files = { 'openapi.yaml': `${HEAD}paths: {}\ncomponents:\n  schemas:${schemas}\n` };
    const opened = await open({ ...files, 't.yaml': 'type: string\n' });
    if (typeof opened === 'string') throw new Error(opened);
    expect(opened.document).toMatchObject({
      components: {
        schemas: {
          Tree: { properties: { own: { $ref: '#/$defs/leaf' }, other: { $ref: 'node' } } },
          User: {
            properties: {
              tree: { $ref: 'https://a.example/tree#/$defs/leaf' },
              tag: { $ref: '#/components/schemas/t' },
            },
          },
        },
      },
    });
    expect(diffContracts(opened.document, opened.document).changes).toEqual([]);
  });

  it('may use anchors, merge keys, a byte order mark and recursive schemas', async () => {
    const opened = await yaml(
      `\ufeff${HEAD}paths: {}\nx-a: &a { b: 1 }\nx-c:\n  <<: *a\ncomponents:\n  schemas:\n    N: { properties: { next: { $ref: '#/components/schemas/N' } } }\n`,
    );
    expect(opened).toMatchObject({ document: { 'x-c': { b: 1 } } });
  });
});

describe('reports an unusable contract by file and line', () => {
  const lol = Array.from({ length: 9 }, (_, i) => {
    const own = String.fromCharCode(98 + i);
    const last = String.fromCharCode(97 + i);
    return `${own}: &${own} [${Array(9).fill(`*${last}`).join(', ')}]`;
  });
  it.each<[string, () => ReturnType<typeof open>, RegExp]>([
    [
      'invalid YAML',
      () => yaml(`${HEAD}paths:\n  a: [1\nb: 2\n`),
      /^openapi.yaml:5: invalid YAML: /,
    ],
    ['a tab', () => yaml(`${HEAD}paths:\n\t/a: {}\n`), /^openapi.yaml:4: .*tab/i],
    [
      'a duplicate key',
      () => yaml(`${HEAD}paths:\n  /a: {}\n  /b: {}\n  /a: {}\n`),
      /^openapi.yaml:6: duplicate key “\/a”/,
    ],
    [
      'two documents',
      () => yaml(`${HEAD}---\na: 1\n`),
      /^openapi.yaml:3: .*more than one document/,
    ],
    [
      'invalid JSON',
      () => json('{\n"openapi": "3.1.0",\n"a": 1 2}'),
      /^openapi.json:3: invalid JSON: /,
    ],
    ['truncated JSON', () => json('{\n"openapi":\n'), /^openapi.json:2: invalid JSON: /],
    [
      'a duplicate key in JSON',
      () => json('{"openapi": "3.1.0",\n"a": [{"b": 1},\n{"b": 2, "b": 3}]}'),
      /^openapi.json:3: duplicate key “b”/,
    ],
    ['an empty file', () => yaml(' \n'), /^openapi.yaml: the file is empty/],
    [
      'a file with only a comment',
      () => yaml('# nothing\n'),
      /^openapi.yaml:1: not an OpenAPI document/,
    ],
    ['a list', () => yaml('- a\n'), /^openapi.yaml:1: not an OpenAPI document/],
    [
      'a different kind of file',
      () => yaml('name: compose\nservices: {}\n'),
      /^openapi.yaml:1: not an OpenAPI document: `openapi: 3.1.x` is missing/,
    ],
    [
      'Swagger 2',
      () => yaml('info: {}\nswagger: "2.0"\n'),
      /^openapi.yaml:2: this is Swagger 2.0. Convert it with/,
    ],
    [
      'OpenAPI 3.0',
      () => yaml('openapi: 3.0.3\npaths: {}\n'),
      /^openapi.yaml:1: this is OpenAPI 3.0.3. Convert/,
    ],
    [
      'OpenAPI 4',
      () => yaml('openapi: 4.0.0\n'),
      /^openapi.yaml:1: OpenAPI 4.0.0 is not supported/,
    ],
    [
      'a folder without a contract',
      () => open({ 'a.txt': '' }),
      /^folder: this folder contains no openapi.yaml/,
    ],
    ['a missing file', () => open({ 'a.txt': '' }, 'b.yaml'), /^b.yaml: no such file or folder/],
    [
      'an alias bomb',
      () => yaml(`${HEAD}a: &a ["lol"]\n${lol.join('\n')}\n`),
      /^openapi.yaml:3: aliases expand too far/,
    ],
    [
      'an alias that contains itself',
      () => yaml(`${HEAD}x: &x { y: { z: *x } }\n`),
      /^openapi.yaml:3: an alias .* that contains it/,
    ],
    [
      'very deep nesting',
      () => yaml(`${HEAD}x: ${'['.repeat(50_000)}${']'.repeat(50_000)}\n`),
      /nested too deeply|invalid YAML/,
    ],
    [
      'very deep JSON',
      () => json(`{"openapi": "3.1.0", "x": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
      /nested too deeply/,
    ],
    [
      'a reference to a missing file',
      () => yaml(`${HEAD}paths:\n  /a:\n    $ref: paths/a.yaml#/a\n`),
      /^openapi.yaml:5: \$ref "paths\/a.yaml#\/a": no such file paths\/a.yaml/,
    ],
    [
      'a reference to a missing name',
      () =>
        open({
          'openapi.yaml': `${HEAD}paths:\n  /a:\n    $ref: b.yaml#/no\n`,
          'b.yaml': 'yes: {}\n',
        }),
      /^openapi.yaml:5: .*not found: b.yaml has no “no”/,
    ],
    [
      'a broken file behind a reference',
      () =>
        open({
          'openapi.yaml': `${HEAD}paths:\n  /a: { $ref: b.yaml }\n`,
          'b.yaml': 'get:\n  a: "\n',
        }),
      /^b.yaml:\d: invalid YAML/,
    ],
    [
      'files that only refer to each other',
      () =>
        open({
          'openapi.yaml': `${HEAD}paths:\n  /a: { $ref: b.yaml }\n`,
          'b.yaml': '$ref: c.yaml\n',
          'c.yaml': '$ref: b.yaml\n',
        }),
      /yaml:\d: .*is circular/,
    ],
    [
      'a network URL',
      () => yaml(`${HEAD}paths:\n  /a: { $ref: 'https://example.com/a.yaml' }\n`),
      /^openapi.yaml:4: .*network URL/,
    ],
  ])('%s', async (_, opened, message) => {
    expect(await opened()).toMatch(message);
  });

  it.runIf(hasGit).each([
    ['git:no-such-branch', /^git:no-such-branch: no such revision/],
    ['git:--output=x', /^git:--output=x: name a revision/],
    ['git:HEAD:no/such.yaml', /^git:HEAD:no\/such.yaml: this revision has no contract/],
  ])('%s', async (name, message) => {
    await expect(openDocument(name)).rejects.toThrow(message);
  });
});

describe('a contract of 10 MB', () => {
  it('is read', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 40_000 }, (_, i) => [
        `S${i}`,
        {
          type: 'object',
          properties: { name: { type: 'string', maxLength: i }, at: { type: 'integer' } },
          description: 'x'.repeat(130),
        },
      ]),
    );
    const text = JSON.stringify({ openapi: '3.1.0', paths: {}, components: { schemas } }, null, 1);
    expect(text.length).toBeGreaterThan(10_000_000);
    const opened = await json(text);
    expect(typeof opened).toBe('object');
  });
});
