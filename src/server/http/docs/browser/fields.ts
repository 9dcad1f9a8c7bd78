import type { Parameter } from '../operation-view.ts';
import { API, type Contract, listPathOf, type Operation } from './contract.ts';
import { element } from './elements.ts';
import { keyOf } from './request.ts';
import { sessionHeaders } from './session.ts';

/** Storage key of the values entered in this tab, so that the next operation uses the same organisation. */
const REMEMBERED = 'taskloom-docs-values';

export type Field = HTMLInputElement | HTMLSelectElement;

/** A labelled field for a parameter. */
export function fieldOf(parameter: Parameter): { row: HTMLElement; field: Field } {
  const { name, required, schema } = parameter;
  const place = element(
    'span',
    { class: 'dim' },
    ` ${parameter.in}${required ? '' : ', optional'}`,
  );
  const choices = schema?.enum ?? ([schema?.type].flat()[0] === 'boolean' ? [true, false] : []);
  const remembered = parameter.in === 'path' ? recall(name) : '';
  let field: Field;
  if (choices.length > 0) {
    field = element('select', {}, element('option', { value: '' }, ''));
    for (const choice of choices)
      field.append(element('option', { value: String(choice) }, String(choice)));
  } else {
    const placeholder = String(schema?.examples?.[0] ?? schema?.default ?? '');
    field = element('input', { placeholder, autocomplete: 'off', spellcheck: 'false' });
    field.value = remembered;
  }
  if (parameter.in === 'path') field.addEventListener('change', () => remember(name, field.value));
  return {
    row: element('label', { class: 'field' }, element('code', {}, name), place, field),
    field,
  };
}

/**
 * Suggests existing resources for each path parameter, and fills in the first one if the field is empty. Does nothing
 * if nobody is signed in.
 */
export async function suggest(
  contract: Contract,
  { path, parameters }: Operation,
  fields: ReadonlyMap<string, Field>,
): Promise<void> {
  const named = parameters.filter((one) => one.in === 'path');
  if (named.length === 0) return;
  const headers = await sessionHeaders();
  for (const parameter of named) {
    const field = fields.get(keyOf(parameter));
    const list = listPathOf(contract, path, parameter.name);
    if (!list || !(field instanceof HTMLInputElement)) continue;
    const url = list.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(fields.get(keyOf({ in: 'path', name }))?.value ?? ''),
    );
    const response = await fetch(`${API}${url}?page_limit=25`, { headers });
    if (!response.ok) return;
    const { results = [] } = (await response.json()) as {
      results?: { id?: string; number?: number; name?: string }[];
    };
    const id = `things-${crypto.randomUUID()}`;
    const options = element('datalist', { id });
    for (const thing of results) {
      const value = thing.id ?? String(thing.number ?? '');
      if (value) options.append(element('option', { value }, thing.name ?? ''));
    }
    field.setAttribute('list', id);
    field.after(options);
    const first = results[0];
    if (field.value === '' && first) field.value = first.id ?? String(first.number ?? '');
  }
}

function recall(name: string): string {
  return stored()[name] ?? '';
}

function remember(name: string, value: string): void {
  sessionStorage.setItem(REMEMBERED, JSON.stringify({ ...stored(), [name]: value }));
}

function stored(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(REMEMBERED) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}
