import type { OfferedModel } from '#core/model/offered-model.ts';
import type { Domain } from '../domain.ts';
import { newRow } from '../tables.ts';
import type { EditedField, EndpointModelRow, EndpointRow } from './endpoint.tables.ts';

/** The longest name of a model: IDs contain the endpoint's too. */
const NAME_MAX = 160;
/** Models of an endpoint, listed or added by people. */
export const ENDPOINT_MODELS_MAX = 2000;

/**
 * What an endpoint's models are after it has listed some. What people entered stays. Models that it doesn't list any more
 * stay too, because tasks may use them.
 */
export function mergedModels(
  { model }: Pick<Domain, 'model'>,
  endpoint: EndpointRow,
  known: readonly EndpointModelRow[],
  listed: readonly OfferedModel[],
): { rows: EndpointModelRow[]; changed: EndpointModelRow[]; added: EndpointModelRow[] } {
  const before = new Map(known.map((row) => [row.name, row]));
  const found = new Map<string, EndpointModelRow>();
  for (const offered of listed) {
    const { name } = offered;
    if (name.length > NAME_MAX || /\s/.test(name) || found.has(name)) continue;
    const row = before.get(name);
    if (!row && before.size + found.size >= ENDPOINT_MODELS_MAX) continue;
    const facts = { ...catalogued(model, endpoint, name), ...definedIn(offered) };
    found.set(name, withFacts(row ?? newModelRow(endpoint.id, name), facts));
  }
  const gone = known
    .filter(({ name }) => !found.has(name))
    .map((row) => (row.is_listed ? { ...row, is_listed: false } : row));
  const rows = [...found.values(), ...gone];
  const added = rows.filter(({ name }) => !before.has(name));
  const changed = rows.filter((row) => {
    const old = before.get(row.name);
    return old !== undefined && JSON.stringify(old) !== JSON.stringify(row);
  });
  return { rows, added, changed };
}

/** A model about which nothing is known yet. */
export function newModelRow(endpointId: string, name: string): EndpointModelRow {
  return newRow('endpoint_model', {
    id: `${endpointId}/${name}`,
    endpoint_id: endpointId,
    name,
    type: 'chat',
    chosen: false,
    supports: {},
    edited: [],
    is_listed: false,
  });
}

type Facts = Partial<Pick<EndpointModelRow, EditedField>>;

function withFacts(row: EndpointModelRow, facts: Facts): EndpointModelRow {
  const kept = Object.entries(facts).filter(
    ([field]) => !row.edited.includes(field as EditedField),
  );
  return { ...row, ...Object.fromEntries(kept), is_listed: true };
}

/** What the catalogue knows about a vendor's model. It doesn't apply to other addresses. */
function catalogued(
  { find }: Domain['model'],
  { kind, base_url }: EndpointRow,
  name: string,
): Facts {
  if (base_url !== null || (kind !== 'openai' && kind !== 'anthropic')) return {};
  const known = find(`${kind}/${name}`);
  if (!known) return {};
  const { context_window, max_output_tokens, input_price, output_price, supports } = known;
  return {
    title: known.name,
    context_window,
    max_output_tokens,
    input_price,
    output_price,
    supports,
  };
}

function definedIn({ name: _, supports, ...offered }: OfferedModel): Facts {
  const given = Object.entries(offered).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...(supports && { supports }) };
}
