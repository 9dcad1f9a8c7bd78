import type { FastifyInstance } from 'fastify';
import { PROBLEM_HELP } from '#core/problem-help.ts';
import { document } from './contract.ts';
import { html, prose } from './docs/html.ts';
import {
  type Components,
  type OperationObject,
  operationView,
  type PlacedOperation,
} from './docs/operation-view.ts';
import { intro, page } from './docs/page.ts';
import { schemaView } from './docs/schema-view.ts';
import { problemCatalogue } from './problem.ts';

interface Described {
  info: { title: string; description?: string };
  tags: { name: string; description?: string }[];
  components: Components;
}

/** The API reference at /docs and the problems at /docs/errors, made from the contract when first asked for. */
export function serveDocs(app: FastifyInstance): void {
  const pages: Record<string, () => string> = { '/docs': reference, '/docs/errors': problems };
  for (const [path, render] of Object.entries(pages)) {
    let made: string | undefined;
    app.get(path, async (_request, reply) => {
      made ??= render();
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(made);
    });
  }
}

function reference(): string {
  const { info, tags, components } = document as unknown as Described;
  const operations = placedOperations();
  const groups = tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ operation }) => operation.tags?.[0] === tag.name),
  }));
  const nav = html`<a href="#top"><strong>${info.title}</strong></a><a href="/docs/errors">Problems</a><a href="/openapi.json">openapi.json</a>
${groups.map((group) => html`<h2>${group.name}</h2>${group.operations.map(({ operation }) => html`<a href="#${operation.operationId}">${operation.summary}</a>`)}`)}
<h2>Schemas</h2>${Object.keys(components.schemas).map((name) => html`<a href="#schema-${name}">${name}</a>`)}`;
  const body = html`<div id="top">${intro(info.title, info.description)}</div>
${groups.map(
  (group) => html`<h2>${group.name}</h2>${prose(group.description)}
${group.operations.map((placed) => operationView(placed, components))}`,
)}
<h2>Schemas</h2>${Object.entries(components.schemas).map(([name, schema]) => schemaView(name, schema))}`;
  return page(info.title, nav, body);
}

function problems(): string {
  const nav = html`<a href="/docs"><strong>API reference</strong></a><h2>Problems</h2>
${problemCatalogue.map(({ code }) => html`<a href="#${code}">${code}</a>`)}`;
  const entries = problemCatalogue.map(
    ({ code, status, title }) => html`<section class="schema" id="${code}"><h3>${title}</h3>
<p><code>${code}</code> <span class="dim">status ${status}</span></p>${prose(PROBLEM_HELP[code])}</section>`,
  );
  const text =
    'Every error is `application/problem+json`. `code` says what happened and stays the same for ever; `detail` says it for people; `errors` says where.';
  return page('Problems', nav, html`${intro('Problems', text)}${entries}`);
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
