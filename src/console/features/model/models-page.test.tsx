import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import * as api from '#console/api/http/request.ts';
import { renderPage } from '#console/ui/testing-page.tsx';
import type { Model, ModelEndpoint, ModelEndpointCheckResult } from '#generated/model/index.ts';
import { ModelsPage } from './models-page.tsx';

const send = vi.spyOn(api, 'request');
beforeEach(() => {
  send.mockReset();
});

const endpoint = (id: string, problem: string | null): ModelEndpoint => ({
  id,
  name: id.toUpperCase(),
  provider: 'compatible',
  is_own: false,
  base_url: `http://${id}.test/v1`,
  problem,
  checked_at: '2026-11-20T09:00:00Z',
  chat_models: 1,
  embedding_models: 0,
  corrects_prices: false,
});
const model: Model = {
  id: 'near/one',
  name: 'One',
  provider: 'compatible',
  endpoint: { id: 'near', name: 'NEAR', problem: null },
  context_window: 8192,
  max_output_tokens: null,
  input_price: null,
  output_price: null,
  supports: { tools: true, structured_output: false } as Model['supports'],
  available: true,
  unavailable_reason: null,
};
const result = (check: ModelEndpointCheckResult['check'], message: string) => ({
  check,
  status: message === '' ? ('skipped' as const) : ('passed' as const),
  model_id: check === 'answer' ? 'near/one' : null,
  message,
  duration_ms: 5,
});

function serve(
  permissions: string[],
  endpoints = [endpoint('near', null), endpoint('away', 'AWAY is unreachable.')],
  offered = model,
) {
  const bodies: unknown[] = [];
  const page = (results: unknown[]) => ({
    results,
    pagination: { has_next: false, next_cursor: null },
  });
  send.mockImplementation(async (url: string, init: RequestInit) => {
    const at = `${init.method} ${url.split('?')[0]}`;
    if (at === 'POST /org/org_1/iam/test')
      return { permissions, id: 'org_1', level: 'organization' };
    if (at === 'GET /org/org_1/model') return page([offered]);
    if (at === 'GET /org/org_1/model-endpoint') return page(endpoints);
    if (at === 'GET /org/org_1/embedding-model')
      return page([{ id: 'near/vectors', price: 20_000 }]);
    if (at === 'GET /org/org_1/price-correction') return page([]);
    if (!/^POST \/org\/org_1\/model-endpoint\/\w+\/test$/.test(at))
      throw new Error(`no response for ${at}`);
    const body = JSON.parse(String(init.body));
    bodies.push(body);
    const checks = body.checks.map((check: ModelEndpointCheckResult['check']) =>
      result(check, check === 'embeddings' ? '' : `${check} works`),
    );
    return { endpoint_id: 'near', tested_at: '2026-11-20T09:00:00Z', cost: 100_000, checks };
  });
  return bodies;
}

const open = () =>
  renderPage(<ModelsPage />, {
    at: '/orgs/org_1/settings/models',
    path: '/orgs/:orgId/settings/models',
  });

it('shows the endpoints with their problems, and tests one of them step by step', async () => {
  const bodies = serve(['edit']);
  open();
  const away = within(await screen.findByRole('region', { name: 'AWAY' }));
  away.getByText('AWAY is unreachable.');
  away.getByText('Unavailable');
  const near = within(screen.getByRole('region', { name: 'NEAR' }));
  await userEvent.click(near.getByRole('button', { name: 'Test NEAR' }));
  const results = await near.findByRole('list', { name: 'Test of NEAR' });
  await waitFor(() => expect(within(results).getAllByRole('listitem')).toHaveLength(6));
  await within(results).findByLabelText('Skipped');
  expect(within(results).getAllByLabelText('Passed')).toHaveLength(5);
  near.getByText('tools works');
  near.getByText('Cost $0.30');
  near.getByText('Tested with near/one');
  expect(bodies).toEqual([
    { checks: ['list'] },
    { checks: ['answer', 'stream', 'schema', 'tools'] },
    { checks: ['embeddings'] },
  ]);
});

it('says each problem once, and what is not known', async () => {
  serve(
    ['edit'],
    [endpoint('away', 'AWAY is unreachable.'), { ...endpoint('new', null), checked_at: null }],
  );
  open();
  within(await screen.findByRole('region', { name: 'NEW' })).getByText('Not checked');
  const away = within(screen.getByRole('region', { name: 'AWAY' }));
  await userEvent.click(away.getByRole('button', { name: 'Test AWAY' }));
  await away.findByText('list works');
  expect(away.queryByText('AWAY is unreachable.')).toBeNull();
});

it('keeps the focus on the button while its endpoint is tested', async () => {
  serve(['edit']);
  open();
  const button = await screen.findByRole('button', { name: 'Test NEAR' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(button).toHaveProperty('disabled', false);
  await screen.findByText('tools works');
  expect(document.activeElement).toBe(button);
});

it('says by keyboard why an endpoint cannot be tested, and why a model is unavailable', async () => {
  const bodies = serve([], [endpoint('near', null)], {
    ...model,
    available: false,
    unavailable_reason: 'Set NEAR_KEY on the server.',
  });
  open();
  const button = await screen.findByRole('button', { name: 'Test NEAR' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  button.focus();
  expect(document.activeElement).toBe(button);
  await userEvent.keyboard('{Enter}');
  expect(bodies).toEqual([]);
  const badge = await screen.findByText('Unavailable');
  await userEvent.tab();
  await userEvent.tab();
  expect(document.activeElement?.contains(badge)).toBe(true);
});

it('lists embedding models for those who correct their prices', async () => {
  serve(['edit'], [{ ...endpoint('near', null), corrects_prices: true }]);
  open();
  const models = within(await screen.findByRole('region', { name: 'Embedding models' }));
  models.getByText('near/vectors');
  models.getByText('$0.02');
  await userEvent.click(models.getByRole('button', { name: 'Row actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Correct a price' }));
  const price = await screen.findByLabelText('Correct input price, per 1M tokens');
  expect(price).toHaveProperty('value', '0.02');
});

it('shows no embedding models to others', async () => {
  serve(['edit']);
  open();
  await screen.findByText('One');
  expect(screen.queryByRole('region', { name: 'Embedding models' })).toBeNull();
});
