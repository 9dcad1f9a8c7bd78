import { document } from '#domain/request/contract.ts';
import { html } from './html.ts';
import { prose } from './markdown.ts';
import {
  type Components,
  errorResponses,
  type OperationObject,
  operationView,
  type PlacedOperation,
} from './operation-view.ts';
import { intro, page } from './page.ts';
import { schemaView } from './schema-view.ts';

interface Described {
  info: { title: string; description?: string };
  tags: { name: string; description?: string }[];
  components: Components;
}

/** All operations and schemas of the contract. */
export function referencePage(): string {
  const { info, tags, components } = document as unknown as Described;
  const operations = placedOperations();
  const groups = tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ operation }) => operation.tags?.[0] === tag.name),
  }));
  const schemas = Object.entries(components.schemas);
  return page({
    title: info.title,
    path: '/docs',
    contents: [
      ...groups.map((group): [string, ReturnType<typeof entryOf>[]] => [
        group.name,
        group.operations.map(entryOf),
      ]),
      ['Schemas', schemas.map(([name]) => ({ id: `schema-${name}`, text: name }))],
    ],
    body: html`${intro(info.title, info.description)}
${groups.map(
  (group) => html`<h2>${group.name}</h2>${prose(group.description)}
${group.operations.map((placed) => operationView(placed, components))}`,
)}
<h2>Errors</h2>${errorResponses(components, operations)}
<h2>Schemas</h2>${schemas.map(([name, schema]) => schemaView(name, schema))}`,
  });
}

function entryOf({ operation, method, path }: PlacedOperation) {
  const { operationId: id, summary = id } = operation;
  return { id, text: summary, words: `${method} ${path} ${id}` };
}

function placedOperations(): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'parameters')
      .map(([method, operation]) => ({
        method,
        path,
        operation: operation as OperationObject,
        shared: (item.parameters ?? []) as PlacedOperation['shared'],
      })),
  );
}
