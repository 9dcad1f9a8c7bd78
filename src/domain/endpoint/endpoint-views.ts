import { monthOf } from '#core/billing/month.ts';
import type { EndpointModel, ModelEndpoint, OwnEndpoint } from '#generated/model/index.ts';
import { ASSUMED_SUPPORT } from '../model/endpoint.ts';
import type { Stores } from '../stores.ts';
import { asView } from '../view.ts';
import type { EndpointModelRow, EndpointRow } from './endpoint.tables.ts';
import { isOffered, problemForAll } from './own-models.ts';

/** Endpoints for those who manage them, without their secrets. */
export async function ownEndpointViews(
  { endpoint }: Pick<Stores, 'endpoint'>,
  rows: readonly EndpointRow[],
): Promise<OwnEndpoint[]> {
  const month = monthOf(new Date());
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [spends, models] = await Promise.all([
    endpoint.spends.list({ where: { endpoint_id: { in: ids }, month }, order: ['endpoint_id'] }),
    endpoint.models.list({ where: { endpoint_id: { in: ids } } }),
  ]);
  const modelsOf = Map.groupBy(models, ({ endpoint_id }) => endpoint_id);
  return rows.map((row) => {
    const spent = spends.find(({ endpoint_id }) => endpoint_id === row.id);
    const all = modelsOf.get(row.id) ?? [];
    const offered = all.filter((model) => isOffered(row, model));
    return asView('OwnEndpoint', row, {
      key:
        row.key === null || row.key_changed_at === null
          ? null
          : {
              last_four: row.key_last_four,
              changed_at: row.key_changed_at,
              used_at: row.key_used_at,
            },
      headers: row.headers.map(({ name, last_four }) => ({ name, last_four })),
      spend: {
        month,
        spent: spent?.spent ?? 0,
        reserved: Math.max(0, row.reserved),
        unpriced_calls: spent?.unpriced_calls ?? 0,
      },
      models: all.length,
      offered_models: offered.length,
      unpriced_models: offered.filter((model) => !isPriced(model)).length,
    });
  });
}

/** Endpoints in the list that everyone in the organisation may see: without addresses for those who can't edit. */
export async function endpointSummaries(
  { endpoint }: Pick<Stores, 'endpoint'>,
  orgId: string,
  mayEdit: boolean,
): Promise<ModelEndpoint[]> {
  const rows = await endpoint.endpoints.list({ where: { org_id: orgId }, order: ['id'] });
  if (rows.length === 0) return [];
  const models = await endpoint.models.list({
    where: { endpoint_id: { in: rows.map(({ id }) => id) } },
  });
  return rows.map((row) => {
    const offered = models.filter((model) => model.endpoint_id === row.id && isOffered(row, model));
    return asView('ModelEndpoint', row, {
      provider: row.kind,
      is_own: true,
      base_url: mayEdit ? row.base_url : null,
      problem: mayEdit ? row.problem : problemForAll(row),
      chat_models: offered.filter(({ type }) => type === 'chat').length,
      embedding_models: offered.filter(({ type }) => type === 'embedding').length,
      corrects_prices: mayEdit,
    });
  });
}

export function toEndpointModel(row: EndpointRow, model: EndpointModelRow): EndpointModel {
  const { name, type, title, is_listed } = model;
  return {
    name,
    model_id: model.id,
    type,
    title,
    offered: isOffered(row, model),
    context_window: model.context_window,
    max_output_tokens: model.max_output_tokens,
    input_price: model.input_price,
    output_price: model.output_price,
    fallback_model_id: model.fallback_model_id,
    supports: { ...ASSUMED_SUPPORT[row.kind], ...model.supports },
    is_listed,
  };
}

function isPriced({ input_price, output_price }: EndpointModelRow): boolean {
  return input_price !== null && output_price !== null;
}
