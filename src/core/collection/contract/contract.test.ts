import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { api, NASTY } from '#core/task/contract/testing.ts';
import runtime from '#generated/client/runtime.json' with { type: 'json' };
import { compileErrors } from '../../../../tests/support/compile.ts';
import { collectionClient } from './client.ts';
import type { CollectionContract } from './collection-contract.ts';
import { collectionDocument } from './document.ts';

const sources = { own: runtime.collection, shared: runtime.shared };

function aCollection(more: Partial<CollectionContract> = {}): CollectionContract {
  return {
    baseUrl: 'https://api.taskloom.test/api/v1',
    orgId: 'org_1',
    projectId: 'project_1',
    collectionId: 'collection_1',
    name: 'Handbook',
    version: 2,
    tags: ['policy', 'travel'],
    question: 'How early do I book a train?',
    passage: null,
    ...more,
  };
}

it('a client compiles with the strictest settings, whatever names and tags contain', async () => {
  const use = (code: string) =>
    `import { createClient } from './own.ts';\nconst client = createClient({ apiKey: 'tlk_x' });\n${code}\n`;
  const files = {
    'own.ts': collectionClient(api, aCollection(), sources),
    'bare.ts': collectionClient(api, aCollection({ tags: [] }), sources),
    'nasty.ts': collectionClient(
      api,
      aCollection({ tags: NASTY, name: NASTY.join(' '), question: NASTY.join('\n') }),
      sources,
    ),
    'good.ts':
      use(`const { results } = await client.search({ query: 'x', filter: { tags: ['policy'] } });
console.log(results[0]?.text.trim());`),
    'misspelt.ts': use(`await client.search({ query: 'x', filter: { tags: ['polcy'] } });`),
    'bad.ts': use(`await client.search({ question: 'x' });`),
  };
  const errors = await compileErrors(files, 'browser');
  expect(errors.map((line) => line.split('(')[0])).toEqual(['bad.ts', 'misspelt.ts']);
  expect(files['own.ts']).toContain("tags?: Array<'policy' | 'travel'> | undefined;");
  expect(files['own.ts']).toContain('//     query: "How early do I book a train?",');
  expect(files['own.ts']).not.toMatch(/#generated|#core/);
}, 120_000);

it("a document has the collection's tags, and examples that match its own schemas", () => {
  const passage = {
    chunk_id: 'chunk_1',
    document_id: 'document_1',
    document_name: 'Travel.pdf',
    text: 'Book trains early.',
  };
  const document = collectionDocument(api, aCollection({ passage }));
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: 'collection' });
  let checked = 0;
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { schema, examples } = part as { schema?: { $ref?: string }; examples?: object };
    if (schema?.$ref && examples) {
      for (const { value } of Object.values(examples) as { value: unknown }[]) {
        checked += 1;
        expect(ajv.validate(`collection${schema.$ref}`, value), ajv.errorsText()).toBe(true);
      }
    }
    Object.values(part).forEach(visit);
  };
  visit(document.paths);
  expect(checked).toBeGreaterThan(10);
  const text = JSON.stringify(document);
  expect(text).toContain('"enum":["policy","travel"]');
  expect(text).toContain('Book trains early.');
  expect(text).not.toMatch(/x-permission|\{orgId|\{collectionId/);
});
