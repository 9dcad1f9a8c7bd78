import { DAY_MS } from '#core/limits.ts';
import type { PriceChangeRow, PriceCorrectionRow } from '#domain/billing/price/price.tables.ts';
import { getPriceChangeMock, getPriceCorrectionMock } from '#generated/model/index.faker.ts';
import { seedRow } from '../../memory/seed-row.ts';
import { byKey } from '../../memory/tables.ts';
import { type StoreData, timestamp } from '../../store.ts';
import { ORG_ID, seedId } from '../ids.ts';

const ENDPOINT_ID = seedId('endpoint', 1);
const WRONG = { input_price: 5_900_000, output_price: 7_900_000 };
const RIGHT = { input_price: 590_000, output_price: 790_000 };

/** A price that was entered wrongly and corrected, and a correction that waits to be applied. */
export function seedPrices(data: StoreData, now: number): void {
  const by = { id: seedId('user', 1), name: data.tables.user[seedId('user', 1)]?.name ?? '' };
  const change = seedRow('price_change', getPriceChangeMock, {
    id: seedId('price', 1),
    org_id: ORG_ID,
    endpoint_id: ENDPOINT_ID,
    model_id: `${ENDPOINT_ID}/llama-3.3-70b`,
    ...WRONG,
    changed_by_id: by.id,
    changed_by_name: by.name,
    created_at: timestamp(now - 40 * DAY_MS),
  });
  const mended: PriceChangeRow = {
    ...change,
    id: seedId('price', 2),
    input_price_before: WRONG.input_price,
    output_price_before: WRONG.output_price,
    ...RIGHT,
    created_at: timestamp(now - 20 * DAY_MS),
  };
  const done = seedRow('price_correction', getPriceCorrectionMock, {
    id: seedId('correction', 1),
    org_id: ORG_ID,
    model_id: change.model_id,
    is_general: false,
    status: 'succeeded',
    starts_at: change.created_at,
    ends_at: mended.created_at,
    ...RIGHT,
    cursor: '',
    progress: 100,
    runs: 1284,
    pending_runs: 0,
    applied_runs: 1284,
    skipped_runs: 0,
    organizations: 1,
    cost_before: 87_400_000,
    cost_after: 8_740_000,
    unpriced_runs: 0,
    given_back: 0,
    taken: 0,
    waived: 0,
    created_by_id: by.id,
    created_by_name: by.name,
    created_at: mended.created_at,
    ended_at: mended.created_at,
  });
  const ready: PriceCorrectionRow = {
    ...done,
    id: seedId('correction', 2),
    model_id: `${ENDPOINT_ID}/qwen-3-8b`,
    status: 'ready',
    ends_at: timestamp(now - DAY_MS),
    ...{ runs: 0, applied_runs: 0, organizations: 0, cost_before: 0, cost_after: 0 },
    created_at: timestamp(now - DAY_MS),
    ended_at: null,
  };
  Object.assign(data.tables.price_change, byKey('price_change', [change, mended]));
  Object.assign(data.tables.price_correction, byKey('price_correction', [done, ready]));
}
