import { beforeAll, describe, expect, it } from 'vitest';
import { type Any, call, type Target, uniqueName, type Who } from '../../target.ts';

/** Subscriptions: what they cost and change, on the pretended provider and on a local Stripe. */
export function suite(target: () => Target): void {
  let path = '';
  const send = (who: Who, method: string, url: string, body?: Any, headers = {}) =>
    call(target(), who, method, url, { headers, ...(body !== undefined && { body }) });
  const read = async () => (await send('owner', 'GET', `${path}/billing?refresh=true`)).body as Any;
  const PROFESSIONAL = { plan: 'professional', interval: 'monthly' };
  const TEAMS = { plan: 'teams', interval: 'monthly' };

  describe('a subscription', () => {
    beforeAll(async () => {
      const made = await send('owner', 'POST', '/org', { name: uniqueName('Payers') });
      path = `/org/${made.body.id}`;
    });

    it('is not there at first', async () => {
      expect(await read()).toMatchObject({
        plan: 'free',
        status: 'free',
        interval: null,
        limits_of: 'free',
        trial_available: true,
        card: null,
        missing: [],
      });
      const invoices = await send('owner', 'GET', `${path}/billing/invoice`);
      expect(invoices.body).toEqual({
        results: [],
        pagination: { has_next: false, next_cursor: null },
      });
    });

    it.each([
      ['PUT', 'plan', PROFESSIONAL],
      ['DELETE', 'plan', undefined],
      ['POST', 'plan/resume', undefined],
    ])('cannot be changed before it begins (%s %s)', async (method, url, body) => {
      const refused = await send('owner', method, `${path}/billing/${url}`, body);
      expect([refused.status, (refused.body as Any).code]).toEqual([409, 'plan_conflict']);
    });

    it('begins with a trial', async () => {
      const page = await send('owner', 'POST', `${path}/billing/checkout`, PROFESSIONAL);
      expect(page.status).toBe(201);
      await target().pay((page.body as Any).url);
      const billing = await read();
      expect(billing).toMatchObject({
        ...PROFESSIONAL,
        status: 'trialing',
        limits_of: 'professional',
        trial_available: false,
        card: { brand: 'visa', last4: '4242' },
      });
      expect(billing.trial_ends_at).toBe(billing.period_ends_at);
      const org = (await send('owner', 'GET', path)).body;
      expect(org).toMatchObject({ plan: 'professional', plan_status: 'trialing' });
    });

    it('changes to another plan at once during the trial, for nothing', async () => {
      const preview = await send(
        'owner',
        'GET',
        `${path}/billing/preview?plan=teams&interval=monthly`,
      );
      expect(preview.body).toMatchObject({
        ...TEAMS,
        takes_effect: 'now',
        due_today: 0,
        next_amount: 149_000_000,
      });
      const changed = await send('owner', 'PUT', `${path}/billing/plan`, TEAMS);
      expect(changed.body).toMatchObject({ ...TEAMS, status: 'trialing' });
    });

    it('is not changed by somebody who has seen an older state', async () => {
      const { etag } = await read();
      const headers = { 'if-match': etag };
      const first = await send('owner', 'PUT', `${path}/billing/plan`, PROFESSIONAL, headers);
      expect(first.status).toBe(200);
      const second = await send('owner', 'DELETE', `${path}/billing/plan`, undefined, headers);
      expect([second.status, (second.body as Any).code]).toEqual([412, 'precondition_failed']);
    });

    it('is cancelled to its end, and goes on if that is undone', async () => {
      const cancelled = (await send('owner', 'DELETE', `${path}/billing/plan`)).body as Any;
      expect(cancelled).toMatchObject({ plan: 'professional', pending_plan: 'free' });
      expect(cancelled.cancels_at).toBe(cancelled.period_ends_at);
      const kept = await send('owner', 'POST', `${path}/billing/plan/resume`);
      expect(kept.body).toMatchObject({ cancels_at: null, pending_plan: null });
    });

    it('has a tax ID, until that is removed', async () => {
      const tax_id = { type: 'eu_vat', value: 'DE123456789' };
      const set = await send('owner', 'PUT', `${path}/billing/tax_id`, tax_id);
      expect((set.body as Any).tax_id).toEqual(tax_id);
      const removed = await send('owner', 'DELETE', `${path}/billing/tax_id`);
      expect((removed.body as Any).tax_id).toBeNull();
    });

    it('takes cards, and leads to the portal', async () => {
      const card = await send('owner', 'POST', `${path}/billing/card`);
      expect((card.body as Any).client_secret).toMatch(/^seti_.*_secret_/);
      const portal = await send('owner', 'POST', `${path}/billing/portal`);
      expect((portal.body as Any).url).toContain(
        `${path.replace('/org/', '/orgs/')}/settings/billing`,
      );
    });

    it('is not for those who may not edit the organisation', async () => {
      const orgPath = `/org/${target().orgId}`;
      expect((await send('member', 'GET', `${orgPath}/billing`)).status).toBe(200);
      const refused = await send('member', 'PUT', `${orgPath}/billing/plan`, TEAMS);
      expect(refused.status).toBe(403);
      expect((await send('outsider', 'GET', `${orgPath}/billing`)).status).toBe(404);
    });
  });
}
