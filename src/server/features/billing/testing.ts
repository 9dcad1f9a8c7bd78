import {
  signed,
  startStripeServer,
  stripeSettings,
} from '../../../../tests/support/stripe/stripe-server.ts';
import { advance } from '../../../../tests/support/stripe/subscriptions.ts';
import { type CardKind, days } from '../../../../tests/support/stripe/world.ts';
import { startTestApp } from '../../testing.ts';

export type PayingWorld = Awaited<ReturnType<typeof openPayingWorld>>;

/** A server that takes payments at a local Stripe, and an organisation on it. */
export async function openPayingWorld(
  env: Record<string, string> = {},
  onLog?: (line: string) => void,
) {
  const stripe = await startStripeServer();
  const server = await startTestApp(
    { ...stripeSettings(stripe.url), OUTBOUND_ALLOW: '127.0.0.1', ...env },
    onLog && { onLog },
  );
  const owner = server.as('ada');
  const orgId: string = (await owner('GET', '/org')).body.results[0].id;
  const path = `/org/${orgId}`;
  let sent = 0;

  return {
    server,
    stripe,
    owner,
    orgId,
    path,
    billing: async () => (await owner('GET', `${path}/billing`)).body,
    org: async () => (await owner('GET', path)).body,
    balance: async (): Promise<number> => (await owner('GET', `${path}/balance`)).body.balance,
    /** The ledger's entries other than the free credit, as [kind, amount in cents]. */
    async ledger(): Promise<[kind: string, cents: number][]> {
      const { entries } = server.services.domain.stores.billing;
      const rows = await entries.list({ where: { org_id: orgId }, order: ['created_at', 'id'] });
      return rows
        .filter(({ kind }) => kind !== 'grant')
        .map(({ kind, amount }) => [kind, amount / 10_000]);
    },
    /** Sends an event; those that haven't been sent yet without one. */
    async deliver(events?: readonly object[], options: Parameters<typeof signed>[1] = {}) {
      const due = events ?? stripe.world.events.slice(sent);
      if (!events) sent = stripe.world.events.length;
      const statuses = [];
      for (const event of due) statuses.push((await this.post(signed(event, options))).status);
      return statuses;
    },
    post: ({ body, headers }: ReturnType<typeof signed>) =>
      server.call({ method: 'POST', url: '/stripe/webhook', payload: body, headers }),
    /** Lets days pass at Stripe, and delivers what happened. */
    async pass(count: number) {
      advance(stripe.world, stripe.world.now + days(count));
      await this.deliver();
    },
    async subscribe(choice: object, card: CardKind = 'good') {
      const { body } = await owner('POST', `${path}/billing/checkout`, choice);
      stripe.completeCheckout(body.url, card);
      await this.deliver();
    },
    /** The card that pays from now on. */
    payWith(kind: CardKind) {
      const { tables } = stripe.world;
      for (const customer of tables.customers.values())
        customer.invoice_settings.default_payment_method = stripe.world.addCard(
          kind,
          customer.id,
        ).id;
      for (const one of tables.subscriptions.values())
        one.default_payment_method = stripe.world.addCard(kind, String(one.customer)).id;
    },
    change: (body: object, headers: Record<string, string> = {}) =>
      owner('PUT', `${path}/billing/plan`, body, headers),
    async close() {
      await server.close();
      stripe.close();
    },
  };
}
