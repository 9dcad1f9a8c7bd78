import { monthOf } from '#core/billing/month.ts';
import { DAY_MS } from '#core/limits.ts';
import type { EndpointModelRow, EndpointRow } from '#domain/endpoint/endpoint.tables.ts';
import { keyColumns } from '#domain/endpoint/endpoint-secrets.ts';
import { newModelRow } from '#domain/endpoint/merge-models.ts';
import { getOwnEndpointMock } from '#generated/model/index.faker.ts';
import { seedRow } from '../memory/seed-row.ts';
import { byKey } from '../memory/tables.ts';
import type { Scenario } from '../scenarios.ts';
import { MOCK_SECRETS } from '../secrets.ts';
import { ORG_ID, seedId } from '../seed/ids.ts';
import { type StoreData, timestamp } from '../store.ts';

/** The organisation's endpoint that works, and its model with a price. */
export const ENDPOINT_ID = seedId('endpoint', 1);

/** Two endpoints of the organisation: one works, and one is down and has a fallback. */
export function seedEndpoints(data: StoreData, scenario: Scenario, now: number): void {
  const user = Object.values(data.tables.user)[0];
  const address = {
    kind: 'compatible',
    base_url: 'https://models.example.com/v1',
    region: null,
    access_key_id: null,
  } as const;
  const downAddress = { ...address, base_url: 'https://berlin-down.example.com/v1' };
  const base = seedRow('model_endpoint', getOwnEndpointMock, {
    id: ENDPOINT_ID,
    org_id: ORG_ID,
    name: 'Our GPU server',
    ...address,
    ...keyColumns(MOCK_SECRETS, address, 'sk-mock-gpu-server-x7Qa'),
    key_changed_at: timestamp(now - 40 * DAY_MS),
    key_used_at: timestamp(now - DAY_MS / 24),
    headers: [],
    offer: 'all',
    spend_limit: 50_000_000,
    checked_at: timestamp(now - DAY_MS / 12),
    created_by_id: user?.id ?? '',
    created_by_name: user?.name ?? '',
    created_at: timestamp(now - 40 * DAY_MS),
  });
  const down: EndpointRow = {
    ...base,
    id: seedId('endpoint', 2),
    name: 'Berlin office',
    ...downAddress,
    ...keyColumns(MOCK_SECRETS, downAddress, 'sk-mock-berlin-office-9fKd'),
    key_changed_at: timestamp(now - 9 * DAY_MS),
    offer: 'chosen',
    fallback_model_id: 'sandbox/sandbox',
    spend_limit: null,
    problem:
      'Berlin office is unreachable (ECONNREFUSED). Check its address in Settings → Models and that the server is running.',
    created_at: timestamp(now - 9 * DAY_MS),
  };
  const huge: EndpointRow = {
    ...base,
    id: seedId('endpoint', 3),
    name: 'Gateway with 300 models',
    base_url: 'https://huge.example.com/v1',
    ...keyColumns(MOCK_SECRETS, { ...address, base_url: 'https://huge.example.com/v1' }, null),
    spend_limit: null,
  };
  const model = (endpoint: EndpointRow, name: string, more: Partial<EndpointModelRow> = {}) => ({
    ...newModelRow(endpoint.id, name),
    is_listed: true,
    chosen: true,
    ...more,
  });
  const models = [
    model(base, 'llama-3.3-70b', {
      title: 'Llama 3.3 70B',
      context_window: 131_072,
      max_output_tokens: 4096,
      input_price: 590_000,
      output_price: 790_000,
      edited: ['input_price', 'output_price'],
    }),
    model(base, 'qwen-3-8b', {
      title: 'Qwen 3 8B',
      context_window: 32_768,
      fallback_model_id: `${base.id}/llama-3.3-70b`,
    }),
    model(base, 'nomic-embed-text', { type: 'embedding', input_price: 20_000, output_price: 0 }),
    model(down, 'mistral-small', { title: 'Mistral Small', context_window: 32_768 }),
    ...(scenario === 'large'
      ? Array.from({ length: 300 }, (_, at) =>
          model(huge, `model-${String(at + 1).padStart(3, '0')}`, { context_window: 32_768 }),
        )
      : []),
  ];
  const endpoints = scenario === 'large' ? [base, down, huge] : [base, down];
  Object.assign(data.tables.model_endpoint, byKey('model_endpoint', endpoints));
  Object.assign(data.tables.endpoint_model, byKey('endpoint_model', models));
  const spend = {
    endpoint_id: ENDPOINT_ID,
    month: monthOf(new Date(now)),
    spent: 31_250_000,
    unpriced_calls: 0,
  };
  Object.assign(data.tables.endpoint_spend, byKey('endpoint_spend', [spend]));
}
