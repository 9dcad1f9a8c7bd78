import { newId } from '#core/ids.ts';
import type { Actor } from '#generated/model/index.ts';
import type { EndpointModelRow, EndpointRow } from '../../endpoint/endpoint.tables.ts';
import type { Stores } from '../../stores.ts';

/**
 * Adds to the history of prices what has changed, in the transaction that changes it.
 * @param by null if the endpoint stated other prices
 */
export async function notePrices(
  { billing }: Pick<Stores, 'billing'>,
  { id, org_id }: Pick<EndpointRow, 'id' | 'org_id'>,
  {
    before,
    after,
    by,
  }: { before: readonly EndpointModelRow[]; after: readonly EndpointModelRow[]; by: Actor | null },
): Promise<void> {
  const known = new Map(before.map((model) => [model.id, model]));
  const created_at = new Date().toISOString();
  const rows = after.flatMap((model) => {
    const old = known.get(model.id);
    const [input, output] = [old?.input_price ?? null, old?.output_price ?? null];
    if (input === model.input_price && output === model.output_price) return [];
    return {
      id: newId('price'),
      org_id,
      endpoint_id: id,
      model_id: model.id,
      input_price_before: input,
      output_price_before: output,
      input_price: model.input_price,
      output_price: model.output_price,
      changed_by_id: by?.id ?? null,
      changed_by_name: by?.name ?? null,
      created_at,
    };
  });
  if (rows.length > 0) await billing.priceChanges.insert(rows);
}
