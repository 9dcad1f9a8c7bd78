import { API_PREFIX, type PermissionRule } from '../contract.ts';
import { exampleOf } from './examples.ts';
import { type Html, html, prose } from './html.ts';
import { example } from './page.ts';
import { limits, type Schema, typeName } from './schema-view.ts';

/** A parameter, as far as the reference shows it. */
export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  deprecated?: boolean;
  schema?: Schema;
}
type Content = Record<string, { schema?: Schema }>;
interface Response {
  $ref?: string;
  description: string;
  headers?: Record<string, unknown>;
  content?: Content;
}
/** An operation, as far as the reference shows it. */
export interface OperationObject {
  operationId: string;
  summary?: string;
  description?: string;
  deprecated?: boolean;
  tags?: string[];
  security?: Record<string, unknown>[];
  'x-permission': PermissionRule;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
}
export interface Components {
  parameters: Record<string, Parameter>;
  responses: Record<string, Response>;
  schemas: Record<string, Schema>;
}
export interface PlacedOperation {
  method: string;
  path: string;
  operation: OperationObject;
  shared: Parameter[];
}

/** One operation: where, who may, what it takes and answers, examples beside it, and a place to try it. */
export function operationView(placed: PlacedOperation, components: Components): Html {
  const { method, path, operation, shared } = placed;
  const id = operation.operationId;
  const parameters = [...shared, ...(operation.parameters ?? [])].map(
    (entry) => find(components.parameters, entry.$ref) ?? entry,
  );
  const answers = Object.entries(operation.responses).map(
    ([status, entry]) => [status, find(components.responses, entry.$ref) ?? entry] as const,
  );
  const isError = (status: string) => Number(status) >= 400;
  const body = operation.requestBody?.content;
  return html`<section class="operation" id="${id}">
<div class="told">
<h3><a class="anchor" href="#${id}">${operation.summary}</a>${operation.deprecated && html` <span class="badge">deprecated</span>`}</h3>
<div class="route"><span class="method ${method}">${method.toUpperCase()}</span><code>${API_PREFIX}${path}</code></div>
${prose(operation.description)}
<p class="dim">${whoMay(operation)}</p>
${parameters.length > 0 && html`<h4>Parameters</h4><dl class="fields">${parameters.map(parameterView)}</dl>`}
${body && html`<h4>Body</h4>${contents(body)}`}
<h4>Answers</h4><dl class="fields">${answers.filter(([status]) => !isError(status)).map(answerView)}</dl>
<p class="errors">${answers
    .filter(([status]) => isError(status))
    .map(
      ([status, { description }]) =>
        html`<a href="#answer-${status}" title="${description}">${status}</a> `,
    )}</p>
<details class="try" data-operation="${id}"><summary>Try it</summary></details>
</div>
<div class="shown">${examples(
    body,
    answers.map(([, answer]) => answer),
    components,
  )}</div>
</section>`;
}

/** What an error status means wherever it is answered. */
export function errorAnswers(components: Components, operations: PlacedOperation[]): Html {
  const known = new Map<string, Response>();
  for (const { operation } of operations) {
    for (const [status, entry] of Object.entries(operation.responses)) {
      const response = find(components.responses, entry.$ref) ?? entry;
      if (Number(status) >= 400 && !known.has(status)) known.set(status, response);
    }
  }
  return html`${[...known]
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(
      ([status, { description, content }]) => html`<section class="schema" id="answer-${status}">
<h3>${status}</h3>${prose(description)}${content ? contents(content) : ''}</section>`,
    )}`;
}

function whoMay(operation: OperationObject): string {
  const rule = operation['x-permission'];
  const key = operation.security?.some((scheme) => 'apiKey' in scheme)
    ? ' An API key of the project may call it.'
    : '';
  if (rule === 'public') return 'Anyone may call it.';
  if (rule === 'authenticated') return `Anyone who is signed in may call it.${key}`;
  return `Needs the permission ${rule.name} on the ${rule.level}.${key}`;
}

function parameterView({ name, in: place, required, schema, description }: Parameter): Html {
  return html`<dt><code>${name}</code> <span class="dim">${typeName(schema)}, ${place}${!required && ', optional'}</span></dt>
<dd>${prose(description)}${schema && limits(schema)}</dd>`;
}

function answerView([status, { description, content }]: readonly [string, Response]): Html {
  return html`<dt><code class="good">${status}</code> ${content ? contents(content) : html`<span class="dim">nothing</span>`}</dt>
<dd>${prose(description)}</dd>`;
}

function contents(content: Content): Html {
  return html`${Object.entries(content).map(
    ([type, { schema }]) =>
      html`<span>${typeName(schema)} <span class="dim">${type}</span></span> `,
  )}`;
}

function examples(body: Content | undefined, answers: Response[], components: Components): Html {
  const first = (content: Content | undefined) =>
    exampleOf(Object.values(content ?? {})[0]?.schema, components);
  const sent = first(body);
  const got = first(answers[0]?.content);
  return html`${sent !== undefined && html`<h4>Body</h4>${example(sent)}`}${got !== undefined && html`<h4>Answer</h4>${example(got)}`}`;
}

function find<T>(table: Record<string, T>, ref: string | undefined): T | undefined {
  return ref === undefined ? undefined : table[ref.split('/').at(-1) ?? ''];
}
