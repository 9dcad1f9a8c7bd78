import { beforeAll, describe, expect, it } from 'vitest';
import { createCharges } from '#domain/billing/charges.ts';
import { spend } from '#domain/billing/spend.ts';
import { until } from '../../../support/until.ts';
import { type Any, call, orgPath, type Target, uniqueName, type Who } from '../../target.ts';

/** The history of prices, and corrections. What they do to runs and balances is tested on the server. */
export function suite(target: () => Target): void {
  const send = (who: Who, method: string, path: string, body?: unknown) =>
    call(target(), who, method, `${orgPath(target())}${path}`, { body });
  let model: string;
  let endpoint: string;

  const setPrice = (input_price: number | null) =>
    send('editor', 'PATCH', `/model-endpoint-config/${endpoint}/model`, {
      models: [{ name: 'big', input_price, output_price: 2_000_000 }],
    });
  const right = () => ({
    model_id: model,
    from: '2026-11-01T00:00:00Z',
    input_price: 1_000_000,
    output_price: 2_000_000,
  });
  const get = async (id: string): Promise<Any> =>
    (await send('editor', 'GET', `/price-correction/${id}`)).body;
  const reach = (id: string, status: string) =>
    until(async () => (await get(id)).status === status);

  describe('prices of models', () => {
    beforeAll(async () => {
      const made = await send('editor', 'POST', '/model-endpoint-config', {
        name: uniqueName('Endpoint'),
        kind: 'compatible',
        base_url: 'https://models-down.invalid/v1',
        keep_failing: true,
      });
      endpoint = made.body.endpoint.id;
      model = `${endpoint}/big`;
    });

    it('have a history', async () => {
      for (const price of [null, 1_000_000, 1_000_000, 3_000_000])
        expect((await setPrice(price)).status).toBe(200);
      const { body } = await send('editor', 'GET', `/price-change?model_id=${model}`);
      expect(
        body.results.map(({ input_price_before, input_price }: Any) => [
          input_price_before,
          input_price,
        ]),
      ).toEqual([
        [1_000_000, 3_000_000],
        [null, 1_000_000],
        [null, null],
      ]);
      expect(body.results[0].changed_by.name).toBeTruthy();
      const page = `/price-change?model_id=${model}&page_limit=2`;
      const { body: first } = await send('editor', 'GET', page);
      const cursor = first.pagination.next_cursor;
      const { body: rest } = await send('editor', 'GET', `${page}&cursor=${cursor}`);
      expect([first.results.length, rest.results.length]).toEqual([2, 1]);
    });

    it('are corrected after a preview, and only once', async () => {
      const made = await send('editor', 'POST', '/price-correction', right());
      expect([made.status, made.body.status]).toEqual([201, 'calculating']);
      expect(made.headers.get('location')).toContain(`/price-correction/${made.body.id}`);
      await reach(made.body.id, 'ready');
      expect(await get(made.body.id)).toMatchObject({
        model_id: model,
        is_charged: false,
        runs: 0,
        progress: 100,
        undoes: null,
      });
      const path = `/price-correction/${made.body.id}`;
      const undone = await send('editor', 'POST', `${path}/undo`);
      expect([undone.status, undone.body.code]).toEqual([409, 'price_correction_conflict']);
      expect((await send('editor', 'POST', `${path}/apply`)).body.status).toBe('applying');
      await reach(made.body.id, 'succeeded');
      for (const [method, at] of [
        ['POST', `${path}/apply`],
        ['DELETE', path],
      ] as const)
        expect((await send('editor', method, at)).body.code).toBe('price_correction_conflict');

      const back = await send('editor', 'POST', `${path}/undo`);
      expect([back.status, back.body.undoes]).toEqual([201, made.body.id]);
      await reach(back.body.id, 'ready');
      await send('editor', 'POST', `/price-correction/${back.body.id}/apply`);
      await reach(back.body.id, 'succeeded');
      expect((await get(made.body.id)).undone_by).toBe(back.body.id);
      const { body } = await send('editor', 'GET', `/price-correction?model_id=${model}`);
      expect(body.results.map(({ id }: Any) => id)).toEqual([back.body.id, made.body.id]);
    });

    it('have one preview at a time, which can be discarded', async () => {
      const first = (await send('editor', 'POST', '/price-correction', right())).body.id;
      const second = (await send('editor', 'POST', '/price-correction', right())).body.id;
      expect((await send('editor', 'GET', `/price-correction/${first}`)).status).toBe(404);
      expect((await send('editor', 'DELETE', `/price-correction/${second}`)).status).toBe(204);
      expect((await send('editor', 'GET', `/price-correction/${second}`)).status).toBe(404);
    });

    it('are corrected for known models and past periods only', async () => {
      const future = new Date(Date.now() + 60_000).toISOString();
      const refused = [
        [{ ...right(), model_id: `${endpoint}/unknown` }, '/model_id'],
        [{ ...right(), from: future }, '/from'],
        [{ ...right(), to: right().from }, '/from'],
        [{ ...right(), input_price: -1 }, '/input_price'],
      ] as const;
      for (const [body, pointer] of refused) {
        const answer = await send('editor', 'POST', '/price-correction', body);
        expect([answer.status, (answer.body as Any).errors?.[0].pointer]).toEqual([400, pointer]);
      }
    });

    it('of the server are corrected by those who run it', async () => {
      const body = { ...right(), model_id: target().pricedModelId };
      const refused = await send('owner', 'POST', '/price-correction', body);
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
      expect(refused.body.detail).toContain('free-tier project');
      const { body: listed } = await send('owner', 'GET', '/model-endpoint');
      for (const { is_own, corrects_prices } of listed.results)
        expect(corrects_prices).toBe(is_own);
    });

    it('are corrected for calls outside runs, too', async () => {
      const { stores, orgId, pricedModelId: model_id, setBalance } = target();
      const { projects } = stores.project;
      const { body: settings } = await call(target(), 'anonymous', 'GET', '/settings');
      const id = settings.free_tier_project_id;
      const [own, before] = await Promise.all([
        projects.find({ id: target().projectId }),
        projects.find({ id }),
      ]);
      if (!own) throw new Error('no project');
      await projects.put({ ...own, id, name: uniqueName('Project') });
      await setBalance(1_000_000);
      const from = new Date().toISOString();
      const spending = {
        orgId,
        projectId: null,
        modelId: model_id,
        kind: 'search',
        most: 5000,
      } as const;
      const used = { input_tokens: 1000, output_tokens: 500 };
      const charges = createCharges({ isRefused: () => false, report: expect.fail });
      await spend({ stores, charges }, spending, async () => ({ ...used, cost: 5000 }));
      const body = { ...right(), model_id, from };
      const { body: made } = await send('owner', 'POST', '/price-correction', body);
      await reach(made.id, 'ready');
      const sums = { runs: 0, calls: 1, unknown_calls: 0, cost_before: 5000, cost_after: 2000 };
      expect(await get(made.id)).toMatchObject(sums);
      await send('owner', 'POST', `/price-correction/${made.id}/apply`);
      await reach(made.id, 'succeeded');
      const balance = async () => (await send('owner', 'GET', '/balance')).body.balance;
      expect(await balance()).toBe(998_000);
      const { body: undo } = await send('owner', 'POST', `/price-correction/${made.id}/undo`);
      await reach(undo.id, 'ready');
      await send('owner', 'POST', `/price-correction/${undo.id}/apply`);
      await reach(undo.id, 'succeeded');
      expect(await balance()).toBe(995_000);
      const { body: usage } = await send('owner', 'GET', '/usage?group_by=kind&kind=search');
      expect(usage.total).toMatchObject(used);
      const { body: ledger } = await send('owner', 'GET', '/ledger?page_limit=3');
      expect(ledger.results.map(({ kind, amount }: Any) => [kind, amount])).toEqual([
        ['price_correction', -3000],
        ['price_correction', 3000],
        ['search', -5000],
      ]);
      await (before ? projects.put(before) : projects.delete({ id }));
    });

    it('are no business of members', async () => {
      for (const path of [`/price-change?model_id=${model}`, '/price-correction'])
        expect((await send('member', 'GET', path)).status).toBe(403);
      expect((await send('member', 'POST', '/price-correction', right())).status).toBe(403);
    });
  });
}
