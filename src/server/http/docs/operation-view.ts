import { API_PREFIX, type PermissionRule } from '../contract.ts';
import { type Html, html, prose } from './html.ts';
import { limits, type Schema, typeName } from './schema-view.ts';

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  schema?: Schema;
}
interface Response {
  $ref?: string;
  description: string;
  content?: Record<string, { schema?: Schema }>;
}
/** An operation, as far as the reference shows it. */
export interface OperationObject {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, unknown>[];
  'x-permission': PermissionRule;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
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

/** One operation: where, who may, what it takes and answers. */
export function operationView(placed: PlacedOperation, components: Components): Html {
  const { method, path, operation, shared } = placed;
  const parameters = [...shared, ...(operation.parameters ?? [])].map(
    (entry) => find(components.parameters, entry.$ref) ?? entry,
  );
  return html`<section class="operation" id="${operation.operationId}">
<h3>${operation.summary}</h3>
<div class="route"><span class="method ${method}">${method.toUpperCase()}</span><code>${API_PREFIX}${path}</code></div>
${prose(operation.description)}
<p class="dim">${whoMay(operation)}</p>
${parameters.length > 0 && html`<h4>Parameters</h4>${parameterTable(parameters)}`}
${operation.requestBody && html`<h4>Body</h4>${contents(operation.requestBody.content)}`}
<h4>Answers</h4>${responseTable(operation.responses, components)}
</section>`;
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

function parameterTable(parameters: Parameter[]): Html {
  const rows = parameters.map(
    ({ name, in: place, required, schema, description }) => html`<tr>
<td><code>${name}</code><br><span class="dim">${place}${!required && ', optional'}</span></td>
<td>${typeName(schema)}</td><td>${prose(description)}${schema && limits(schema)}</td></tr>`,
  );
  return html`<table><thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function responseTable(responses: Record<string, Response>, components: Components): Html {
  const rows = Object.entries(responses).map(([status, entry]) => {
    const response = find(components.responses, entry.$ref) ?? entry;
    return html`<tr><td><code>${status}</code></td><td>${prose(response.description)}</td><td>${response.content ? contents(response.content) : 'nothing'}</td></tr>`;
  });
  return html`<table><thead><tr><th>Status</th><th>When</th><th>Body</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function contents(content: Record<string, { schema?: Schema }>): Html {
  return html`${Object.entries(content).map(
    ([type, { schema }]) => html`<div>${typeName(schema)} <span class="dim">${type}</span></div>`,
  )}`;
}

function find<T>(table: Record<string, T>, ref: string | undefined): T | undefined {
  return ref === undefined ? undefined : table[ref.split('/').at(-1) ?? ''];
}
