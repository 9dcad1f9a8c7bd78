import { type Html, html } from './html.ts';
import { prose } from './markdown.ts';
import { example } from './page.ts';

/** The parts of a JSON Schema that the reference shows. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}

/** The name of a type, linked to its description. */
export function typeName(schema: Schema | undefined): Html {
  if (!schema) return html`any`;
  if (schema.$ref) return reference(schema.$ref);
  const union = schema.oneOf ?? schema.anyOf;
  if (union) return joined(union.map(typeName), ' or ');
  if (schema.items) return html`list of ${typeName(schema.items)}`;
  const types = [schema.type ?? 'any'].flat().join(' or ');
  return html`${types}${schema.format && ` (${schema.format})`}`;
}

/** A named schema with its fields and an example. */
export function schemaView(name: string, schema: Schema): Html {
  const fields = Object.entries(schema.properties ?? {});
  return html`<section class="schema" id="schema-${name}">
<h3>${name}</h3>${prose(schema.description)}
${fields.length > 0 ? fieldTable(fields, schema.required ?? []) : html`<p>${typeName(schema)} ${limits(schema)}</p>`}
${schema.examples?.length ? html`<h4>Example</h4>${example(schema.examples[0])}` : ''}
</section>`;
}

function fieldTable(fields: [string, Schema][], required: string[]): Html {
  const rows = fields.map(
    ([
      name,
      field,
    ]) => html`<tr><td><code>${name}</code>${!required.includes(name) && html`<br><span class="dim">optional</span>`}</td>
<td>${typeName(field)}</td><td>${prose(field.description)}${limits(field)}</td></tr>`,
  );
  return html`<table><thead><tr><th>Field</th><th>Type</th><th>Description</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** The constraints on a value. */
export function limits(schema: Schema): Html {
  const range = (from: number | undefined, to: number | undefined, unit: string) =>
    from === undefined && to === undefined
      ? undefined
      : `${from ?? 0}${to === undefined ? ' or more' : `–${to.toLocaleString('en-US')}`}${unit}`;
  const notes = [
    schema.enum && `one of ${schema.enum.join(', ')}`,
    schema.const !== undefined && `always ${JSON.stringify(schema.const)}`,
    range(schema.minimum, schema.maximum, ''),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ].filter((note) => typeof note === 'string');
  return notes.length > 0 ? html`<span class="dim">${notes.join('; ')}</span>` : html``;
}

function reference(ref: string): Html {
  const name = ref.split('/').at(-1);
  return html`<a href="#schema-${name}">${name}</a>`;
}

function joined(parts: Html[], between: string): Html {
  return html`${parts.map((part, i) => html`${i > 0 && between}${part}`)}`;
}
