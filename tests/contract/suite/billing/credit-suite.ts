import { describe, expect, it } from 'vitest';
import { call, orgPath, type Target } from '../../target.ts';

/** Buying credits: by a local Stripe on the server; the mocks pretend to. */
export function suite(target: () => Target): void {
  const path = (what: string) => `${orgPath(target())}/billing/${what}`;
  const auto = { is_on: false, threshold: 0, amount: 20_000_000, monthly_cap: 50_000_000 };

  describe('credits', () => {
    it('are bought within bounds, by those who may', async () => {
      const buy = (who: 'owner' | 'member', body: object) =>
        call(target(), who, 'POST', path('top_up'), { body });
      expect((await buy('member', { amount: 5_000_000, method: 'page' })).status).toBe(403);
      for (const amount of [4_990_000, 1_000_010_000, 5_000_001, -5_000_000]) {
        const refused = await buy('owner', { amount, method: 'page' });
        expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/amount']);
      }
      const { body } = await buy('owner', { amount: 5_000_000, method: 'page' });
      expect(body.url).toContain(target().name === 'server' ? 'checkout' : 'checkout=done');
    });

    it('are bought automatically only with a cap that covers one payment', async () => {
      const { body: before } = await call(target(), 'member', 'GET', path('auto_top_up'));
      expect(before).toMatchObject({ is_on: false, bought: 0, failure: null });
      const put = (body: object) => call(target(), 'editor', 'PUT', path('auto_top_up'), { body });
      const low = await put({ ...auto, monthly_cap: 10_000_000 });
      const saved = await put(auto);
      expect([low.status, low.body.errors[0].pointer]).toEqual([400, '/monthly_cap']);
      expect(saved.body).toMatchObject(auto);
    });
  });
}
