import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { complete } from './complete.ts';
import { StripeDocument } from './document.ts';
import { type Params, parseForm } from './form.ts';
import { ROUTES } from './routes.ts';
import { endNow, payHosted, subscribe } from './subscriptions.ts';
import { ApiError, type CardKind, declined, type PriceId, StripeWorld } from './world.ts';

export const SECRET_KEY = 'sk_test_local';
export const WEBHOOK_SECRET = 'whsec_local';
/** Parts of objects that are only there if they are asked for. */
const ONLY_EXPANDED = ['tax_ids', 'payments', 'refunds'];

/** The settings of a server that takes payments here. */
export function stripeSettings(url: string): Record<string, string> {
  return {
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_URL: url,
    PUBLIC_STRIPE_PUBLISHABLE_KEY: 'pk_test_local',
    PUBLIC_PRICE_PROFESSIONAL_MONTHLY: 'price_professional_monthly',
    PUBLIC_PRICE_PROFESSIONAL_YEARLY: 'price_professional_yearly',
    PUBLIC_PRICE_TEAMS_MONTHLY: 'price_teams_monthly',
    PUBLIC_PRICE_TEAMS_YEARLY: 'price_teams_yearly',
  };
}

interface Options {
  host?: string;
  /** Sends each event at once to this address; otherwise tests send them. */
  webhookUrl?: string;
}

export type StripeServer = Awaited<ReturnType<typeof startStripeServer>>;

/** A local server that speaks the parts of Stripe's API that we use, with a clock of its own. */
export async function startStripeServer({ host = '127.0.0.1', webhookUrl }: Options = {}) {
  const world = new StripeWorld();
  const requests: { method: string; path: string; params: Params }[] = [];
  const answered = new Map<string, { request: string; status: number; body: string }>();
  /**
   * An error that the next requests get; with `of`, only those with this method and path. `lose` makes those work, but
   * loses their responses.
   */
  const fault: { next: ApiError | undefined; of?: RegExp | undefined; lose?: RegExp | undefined } =
    {
      next: undefined,
    };
  const { STRIPE_OPENAPI } = process.env;
  const document = STRIPE_OPENAPI ? new StripeDocument(STRIPE_OPENAPI) : undefined;
  /** What Stripe's OpenAPI document doesn't allow. */
  const violations = new Set<string>();
  const note = (found: readonly string[] = []) => {
    for (const one of found) violations.add(one);
  };
  let sent = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const form = await text(request);
    // Browsers ask for an icon of the page.
    if (pathname === '/favicon.ico') return void response.writeHead(404).end();
    if (pathname.startsWith('/checkout/')) return checkout(request, response, pathname, form);
    const method = request.method ?? 'GET';
    const params = parseForm(method === 'POST' ? form : searchParams.toString());
    requests.push({ method, path: pathname, params });
    const key = request.headers['idempotency-key'];
    const { status, body } =
      typeof key === 'string'
        ? once(key, `${method} ${pathname} ${form}`, () => reply(request, pathname, params))
        : reply(request, pathname, params);
    if (fault.lose?.test(`${method} ${pathname}`)) return void request.socket.destroy();
    // What is refused on purpose need not be valid.
    if (status < 400) note(document?.request(method, pathname, params));
    note(document?.response(method, pathname, status, JSON.parse(body)));
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' });
    response.end(body);
    await flush();
  }

  function once(key: string, request: string, work: () => { status: number; body: string }) {
    const known = answered.get(key);
    if (known && known.request !== request)
      return failed(
        new ApiError(400, {
          type: 'idempotency_error',
          message: 'The key was used for another request.',
        }),
      );
    const made = known ?? { request, ...work() };
    if (made.status < 500) answered.set(key, made);
    return made;
  }

  function reply(request: IncomingMessage, path: string, params: Params) {
    try {
      if (request.headers.authorization !== `Bearer ${SECRET_KEY}`)
        throw new ApiError(401, {
          type: 'invalid_request_error',
          message: 'Invalid API Key provided: sk_test_*****',
        });
      const isFaulty = fault.of?.test(`${request.method} ${path}`) ?? true;
      if (fault.next && isFaulty) throw fault.next;
      for (const [method, pattern, handler] of ROUTES) {
        const [whole, id = '', inner = ''] = pattern.exec(path) ?? [];
        if (whole === undefined || method !== request.method) continue;
        const found = expanded(handler(world, params, id, inner), params);
        const body = complete('data' in found ? { ...found, url: path } : found, world.now);
        return { status: 200, body: JSON.stringify(body) };
      }
      throw new ApiError(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${path}).`,
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return failed(error);
    }
  }

  const failed = ({ status, body }: ApiError) => ({
    status,
    body: JSON.stringify({ error: body }),
  });

  /** Replaces ids by objects, as `expand` asks, and leaves out what it doesn't ask for. */
  function expanded(found: object, { expand }: Params): object {
    const paths = Array.isArray(expand) ? expand.map(String) : [];
    const visit = (value: unknown, path: string): unknown => {
      if (Array.isArray(value)) return value.map((one) => visit(one, path));
      if (typeof value === 'string' && paths.includes(path)) return lookUp(value) ?? value;
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).map(([name, inner]) => {
        const place = path === '' ? name : `${path}.${name}`;
        return [name, visit(inner, place), place] as const;
      });
      const kept = entries.filter(
        ([name, , place]) => !ONLY_EXPANDED.includes(name) || paths.includes(place),
      );
      return Object.fromEntries(kept);
    };
    // Sessions lead to a page of this server.
    return absolute(visit(found, '') as { url?: string });
  }

  function absolute(found: { url?: string }): object {
    return found.url?.startsWith('/checkout') ? { ...found, url: `${origin}${found.url}` } : found;
  }

  function lookUp(id: string): unknown {
    const tables = Object.values(world.tables) as Map<string, unknown>[];
    return tables.map((table) => table.get(id)).find((found) => found !== undefined);
  }

  /** What people do on the payment page. @throws ApiError 402 if the card is declined */
  function completeCheckout(url: string, card: CardKind = 'good'): void {
    const session = world.find('sessions', url.split('/').at(-1) ?? '');
    if (session.status !== 'open')
      throw new ApiError(400, { type: 'invalid_request_error', message: 'This page has expired.' });
    const customer = String(session.customer);
    const { asked } = session as unknown as {
      asked: {
        price: PriceId;
        amount: number;
        trialDays: number;
        metadata: Record<string, string>;
      };
    };
    const method = world.addCard(card, customer);
    try {
      const present = { method, isPresent: true };
      if (card === 'declined') world.charge(customer, 100, {}, present);
      // The card of a page belongs to the subscription. One that has paid for something else is only kept.
      if (session.mode === 'payment') world.charge(customer, asked.amount, asked.metadata, present);
      else subscribe(world, { customer, ...asked, card: method.id });
    } catch (error) {
      world.tables.methods.delete(method.id);
      throw error;
    }
    session.status = 'complete';
    world.emit('checkout.session.completed', session);
  }

  /** A page with which the browser stories pay. */
  async function checkout(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    form: string,
  ): Promise<void> {
    const page = (
      message: string,
    ) => `<!doctype html><title>Checkout</title><p role="status">${message}</p>
      <form method="post"><button name="card" value="good">Pay</button>
      <button name="card" value="declined">Pay with a declined card</button></form>`;
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page(''));
      return;
    }
    try {
      completeCheckout(path, (new URLSearchParams(form).get('card') ?? 'good') as CardKind);
    } catch (error) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page(String(error)));
      return;
    }
    await flush();
    const { success_url } = world.find('sessions', path.split('/').at(-1) ?? '');
    response.writeHead(303, { location: success_url ?? '/' }).end();
  }

  /** What the card form in the browser does. */
  function confirmSetup(clientSecret: string, card: CardKind = 'good'): void {
    const setup = world.find('setups', clientSecret.split('_secret')[0] ?? '');
    if (card === 'declined') throw declined();
    setup.payment_method = world.addCard(card, String(setup.customer)).id;
    setup.status = 'succeeded';
    world.emit('setup_intent.succeeded', setup);
  }

  /** What people do on the page of an unpaid invoice. */
  function payOnPage(invoice: string): void {
    payHosted(world, world.find('invoices', invoice));
  }

  /** What Stripe's dashboard can do. */
  function end(subscription: string): void {
    endNow(world, world.find('subscriptions', subscription));
  }

  /** Deletes a customer, with what they have subscribed to, as Stripe's dashboard can. */
  function deleteCustomer(id: string): void {
    for (const one of world.tables.subscriptions.values())
      if (one.customer === id && one.status !== 'canceled') endNow(world, one);
    const customer = world.find('customers', id);
    world.emit('customer.deleted', customer);
    Object.assign(customer, { deleted: true });
  }

  async function flush(): Promise<void> {
    if (webhookUrl === undefined) return;
    while (sent < world.events.length) {
      const event = world.events[sent] as Stripe.Event;
      sent += 1;
      const { body, headers } = signed(event);
      await fetch(webhookUrl, { method: 'POST', body, headers });
    }
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((done) => server.listen(0, host, done));
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    url: origin,
    world,
    requests,
    fault,
    completeCheckout,
    confirmSetup,
    payOnPage,
    end,
    deleteCustomer,
    flush,
    /** @throws Error if something didn't follow Stripe's OpenAPI document, whose file may be in STRIPE_OPENAPI */
    close() {
      server.closeAllConnections();
      server.close();
      for (const event of world.events) note(document?.event(event as never));
      if (violations.size > 0)
        throw new Error(`Not as in Stripe's OpenAPI document:\n${[...violations].join('\n')}`);
    },
  };
}

/**
 * An event as Stripe sends it.
 * @param skew how far ahead of ours the sender's clock is, in seconds
 */
export function signed(event: object, { skew = 0, secret = WEBHOOK_SECRET } = {}) {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1000) + skew;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return {
    body: payload,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
  };
}
