import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { STORY_PORT } from '../../support/control.ts';
import { type Running, startScript, waitUntilUp } from '../../support/process.ts';
import { signUpQuickly, test } from '../../support/stories.ts';
import {
  type StripeServer,
  startStripeServer,
  stripeSettings,
} from '../../support/stripe/stripe-server.ts';
import { advance } from '../../support/stripe/subscriptions.ts';
import { type CardKind, days } from '../../support/stripe/world.ts';

/** This server takes payments. The one of the other stories doesn't, so that no limits of plans hold there. */
const origin = `http://localhost:${STORY_PORT + 2}`;
const dataDir = mkdtempSync(join(tmpdir(), 'taskloom-payments-'));
let stripe: StripeServer;
let server: Running;

test.use({ baseURL: origin });

test.beforeAll(async () => {
  stripe = await startStripeServer({ webhookUrl: `${origin}/stripe/webhook` });
  server = startScript('src/server/main.ts', {
    ...stripeSettings(stripe.url),
    PORT: String(STORY_PORT + 2),
    DATA_DIR: dataDir,
    TRUST_ADDRESSES: 'true',
    LOG_LEVEL: 'error',
    OUTBOUND_ALLOW: '127.0.0.1',
  });
  await waitUntilUp(`${origin}/readyz`, server);
});

test.afterAll(async () => {
  await server.stop();
  stripe.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Lets days pass at Stripe, and shows what that has changed. */
async function pass(page: Page, count: number): Promise<void> {
  advance(stripe.world, stripe.world.now + days(count));
  await stripe.flush();
  await page.reload();
}

/** Stripe's script, whose form confirms at the local Stripe. */
async function serveCardForm(page: Page, cards: CardKind[]): Promise<void> {
  await page.exposeFunction('confirmAtStripe', async (secret: string) => {
    try {
      stripe.confirmSetup(secret, cards.shift());
      await stripe.flush();
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  });
  const script = `window.Stripe = () => ({
    elements: ({ clientSecret }) => ({
      clientSecret,
      create: () => ({ mount: (place) => { place.textContent = 'Card number'; } }),
    }),
    confirmSetup: async ({ elements }) => {
      const message = await window.confirmAtStripe(elements.clientSecret);
      return message ? { error: { message } } : {};
    },
  });`;
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
}

/** Micro-dollars of an amount such as `+$1,234.5` or `-$3`. */
function microsOf(text: string): number {
  const value = Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 1_000_000);
  return text.includes('-') ? -value : value;
}

test(
  'a subscription goes from its trial to its end with the right banner, and the ledger adds up',
  {
    tag: '@server',
  },
  async ({ page }, info) => {
    const fromStripe: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('stripe.com')) fromStripe.push(request.url());
    });
    const banner = page.getByRole('region', { name: 'Plan', exact: true });
    const state = page.getByRole('heading', { name: /^(Free plan\.|Professional,|Teams,)/ });
    const dialog = page.getByRole('dialog');
    const balance = page.getByRole('region', { name: 'Balance' });
    // The trial is about to end when it is first seen here.
    stripe.world.now -= days(12);

    await signUpQuickly(page, info);
    const stored = await page.evaluate(() => localStorage.getItem('active-project'));
    const { orgId } = JSON.parse(stored ?? '{}').state;
    const billing = `/orgs/${orgId}/settings/billing`;
    await page.goto(billing);
    await expect(state).toHaveText('Free plan. No subscription.');
    await expect(banner).toBeHidden();

    // Trial.
    await page.getByRole('button', { name: 'Try Teams for 14 days' }).click();
    await page.getByRole('button', { name: 'Pay with a declined card' }).click();
    await expect(page.getByRole('status')).toContainText('Your card was declined.');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText('Payment received. Thank you!')).toBeVisible();
    await expect(state).toHaveText(/^Teams, monthly\. Trial ends on .*; then \$149 a month\.$/);
    await expect(banner).toContainText(/The trial ends on/);

    // Active.
    await pass(page, 15);
    await expect(state).toHaveText(/^Teams, monthly\. Renews on .* for \$149 a month\.$/);
    await expect(banner).toBeHidden();

    // Past due.
    const [customer] = stripe.world.tables.customers.values();
    const [subscription] = stripe.world.tables.subscriptions.values();
    if (!customer || !subscription) throw new Error('Nobody has subscribed');
    subscription.default_payment_method = stripe.world.addCard('later', customer.id).id;
    await pass(page, 31);
    await expect(banner).toContainText(
      /The last payment failed\. Everything keeps working until .*; then the limits of the Free plan apply until it is paid\./,
    );

    // Recovered, with the second of two cards.
    expect(fromStripe).toEqual([]);
    await serveCardForm(page, ['declined', 'good']);
    await page.getByRole('button', { name: 'Change card' }).click();
    await expect(dialog.getByText('Card number')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save card' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Your card was declined.');
    await dialog.getByRole('button', { name: 'Save card' }).click();
    await expect(page.getByText('Card saved')).toBeVisible();
    await expect(state).toHaveText(/^Teams, monthly\. Renews on/);
    await expect(banner).toBeHidden();
    expect(new Set(fromStripe.map((url) => new URL(url).host))).toEqual(new Set(['js.stripe.com']));

    // A bank may ask for a confirmation on a page of its own, from which people come back.
    await page.goto(`${billing}?checkout=card&setup_intent_client_secret=s&redirect_status=failed`);
    await expect(page.getByText("The bank didn't confirm the card.")).toBeVisible();
    await expect(page).toHaveURL(/settings\/billing$/);

    // Pending downgrade.
    await page.getByRole('button', { name: 'Downgrade to Professional' }).click();
    await dialog.getByRole('button', { name: 'Change plan' }).click();
    await expect(banner).toContainText(/The plan changes to Professional on/);
    await pass(page, 32);
    await expect(state).toHaveText(/^Professional, monthly\. Renews on .* for \$49 a month\.$/);
    await expect(banner).toBeHidden();

    // Credits, of which a part is refunded.
    await page.getByRole('link', { name: 'Credits' }).click();
    await page.getByLabel('Amount (USD)', { exact: true }).fill('12.34');
    await page.getByRole('button', { name: 'Continue to checkout' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page).toHaveURL(/tab=credits$/);
    // The free credit, twice that of Teams, once that of Professional, and these.
    await expect(balance).toContainText('$157.34');
    const bought = [...stripe.world.tables.charges.values()].at(-1);
    stripe.world.refund(bought?.id ?? '', 333);
    await stripe.flush();

    // Cancelled, then ended.
    await page.getByRole('link', { name: 'Plan', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(banner).toContainText(
      /The subscription ends on .*; then the limits of the Free plan apply\./,
    );
    await pass(page, 32);
    await expect(state).toHaveText('Free plan. The subscription has ended.');
    await expect(banner).toBeHidden();

    await page.getByRole('link', { name: 'Ledger' }).click();
    const rows = page.getByRole('table', { name: 'Ledger' }).getByRole('row');
    await expect(rows).toHaveCount(7);
    const entries = (await rows.allInnerTexts()).slice(1).map((row) => {
      const [amount = '', balance = ''] = row.match(/[+-]?\$[\d.,]+/g) ?? [];
      return { amount: microsOf(amount), balance: microsOf(balance) };
    });
    // Each balance is that of the entry before it and its own amount, down to the first.
    for (const [index, { amount, balance }] of entries.entries())
      expect(balance).toBe((entries[index + 1]?.balance ?? 0) + amount);
    expect(entries[0]?.balance).toBe(154_010_000);
    await page.getByRole('link', { name: 'Credits' }).click();
    await expect(balance).toContainText('$154.01');

    const invoices = [...stripe.world.tables.invoices.values()].filter(({ total }) => total > 0);
    expect(invoices.map(({ total, amount_paid }) => [total, amount_paid])).toEqual([
      [14_900, 14_900],
      [14_900, 14_900],
      [4900, 4900],
    ]);
  },
);
