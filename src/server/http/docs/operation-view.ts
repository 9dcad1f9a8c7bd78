import { API_PREFIX, type PermissionRule } from '#domain/call.ts';

import { exampleOf } from './examples.ts';
import { type Html, html } from './html.ts';
import { prose } from './markdown.ts';
import { example } from './page.ts';
import { limits, type Schema, typeName } from './schema-view.ts';

/** The parts of a parameter that the reference shows. */
export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  deprecated?: boolean;
  schema?: Schema;
}
type Content = Record<string, { schema?: Schema & { contentSchema?: Schema } }>;
interface Response {
  $ref?: string;
  description: string;
  headers?: Record<string, unknown>;
  content?: Content;
}
/** The parts of an operation that the reference shows. */
export interface OperationObject {
  operationId: string;
  summary?: string;
  description?: string;
  deprecated?: boolean;
  tags?: string[];
  security?: Record<string, unknown>[];
  'x-permission': PermissionRule;
  'x-sensitive'?: true;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
  /** The messages of a WebSocket. */
  'x-socket'?: { client: Schema; server: Schema };
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

/** An operation: its route, permission, request, responses, examples, and a form to try it. */
export function operationView(placed: PlacedOperation, components: Components): Html {
  const { method, path, operation, shared } = placed;
  const id = operation.operationId;
  const parameters = [...shared, ...(operation.parameters ?? [])].map(
    (entry) => find(components.parameters, entry.$ref) ?? entry,
  );
  const responses = Object.entries(operation.responses).map(
    ([status, entry]) => [status, find(components.responses, entry.$ref) ?? entry] as const,
  );
  const isError = (status: string) => Number(status) >= 400;
  const body = operation.requestBody?.content;
  return html`<section class="operation" id="${id}">
<div class="about">
<h3><a class="anchor" href="#${id}">${operation.summary}</a>${operation.deprecated && html` <span class="badge">deprecated</span>`}</h3>
<div class="route"><span class="method ${method}">${method.toUpperCase()}</span><code>${API_PREFIX}${path}</code></div>
${prose(operation.description)}
<p class="dim">${whoMay(operation)}</p>
${parameters.length > 0 && html`<h4>Parameters</h4><dl class="fields">${parameters.map(parameterView)}</dl>`}
${body && html`<h4>Body</h4>${contents(body)}`}
<h4>Responses</h4><dl class="fields">${responses.filter(([status]) => !isError(status)).map(responseView)}</dl>
${operation['x-socket'] && socketView(operation['x-socket'], components)}
<p class="errors">${responses
    .filter(([status]) => isError(status))
    .map(
      ([status, { description }]) =>
        html`<a href="#response-${status}" title="${description}">${status}</a> `,
    )}</p>
<details class="try" data-operation="${id}"><summary>Try it</summary></details>
</div>
<div class="examples">${examples(
    body,
    responses.map(([, response]) => response),
    components,
  )}</div>
</section>`;
}

/** The messages of a socket, each with a link to its schema. */
function socketView(socket: { client: Schema; server: Schema }, { schemas }: Components): Html {
  const all = ({ $ref }: Schema) => typeName(schemas[$ref?.split('/').at(-1) ?? '']);
  return html`<h4>Messages</h4><dl class="fields">
<dt>from the client</dt><dd>${all(socket.client)}</dd>
<dt>from the server</dt><dd>${all(socket.server)}</dd></dl>`;
}

/** The error statuses, with the same meaning for all operations. */
export function errorResponses(components: Components, operations: PlacedOperation[]): Html {
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
      ([status, { description, content }]) => html`<section class="schema" id="response-${status}">
<h3>${status}</h3>${prose(description)}${content ? contents(content) : ''}</section>`,
    )}`;
}

/** What levels are called that have another name in the contract. */
const LEVELS: Readonly<Record<string, string>> = {
  organization: 'organisation',
  resource: 'task, collection or chat',
};

function whoMay(operation: OperationObject): string {
  const rule = operation['x-permission'];
  const key = operation.security?.some((scheme) => 'apiKey' in scheme)
    ? " Also available with the project's API keys."
    : '';
  if (rule === 'public') return 'No sign-in required.';
  if (rule === 'authenticated') return `Requires sign-in.${key}`;
  if (rule === 'visitor') return "Requires a visitor's token.";
  const level = LEVELS[rule.level] ?? rule.level;
  const fresh = operation['x-sensitive']
    ? ' Sensitive: the session must have been active within the last minute.'
    : '';
  const guests =
    rule.level === 'organization' && rule.guests
      ? ' Guests of its projects may call it, and get only what is theirs.'
      : '';
  return `Requires the ${rule.name} permission on the ${level}.${guests}${key}${fresh}`;
}

function parameterView({ name, in: place, required, schema, description }: Parameter): Html {
  return html`<dt><code>${name}</code> <span class="dim">${typeName(schema)}, ${place}${!required && ', optional'}</span></dt>
<dd>${prose(description)}${schema && limits(schema)}</dd>`;
}

function responseView([status, { description, content }]: readonly [string, Response]): Html {
  return html`<dt><code class="good">${status}</code> ${content ? contents(content) : html`<span class="dim">no body</span>`}</dt>
<dd>${prose(description)}</dd>`;
}

function contents(content: Content): Html {
  return html`${Object.entries(content).map(
    ([type, { schema }]) =>
      html`<span>${typeName(schema?.contentSchema ?? schema)} <span class="dim">${type}</span></span> `,
  )}`;
}

function examples(body: Content | undefined, responses: Response[], components: Components): Html {
  const first = (content: Content | undefined) => exampleOf(schemaOf(content), components);
  const sent = first(body);
  const got = first(responses[0]?.content);
  return html`${sent !== undefined && html`<h4>Body</h4>${example(sent)}`}${got !== undefined && html`<h4>Response</h4>${example(got)}`}`;
}

function find<T>(table: Record<string, T>, ref: string | undefined): T | undefined {
  return ref === undefined ? undefined : table[ref.split('/').at(-1) ?? ''];
}

/** The schema of a body; of one event for a stream. */
function schemaOf(content: Content = {}): Schema | undefined {
  const [media] = Object.values(content);
  return media?.schema?.contentSchema ?? media?.schema;
}
