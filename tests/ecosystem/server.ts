import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, signUp } from '../support/account.ts';
import { freePort, startScript, waitUntilUp } from '../support/process.ts';
import { startStripeServer, stripeSettings } from '../support/stripe/stripe-server.ts';

/** Calls the API as somebody. @throws Error for any response but 2xx */
export type Call = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<Record<string, unknown>>;

/** A started server with an empty database and the sandbox model, and a person who has signed up. */
export interface EcosystemServer {
  origin: string;
  /** An RSS feed without entries, for a data source. */
  feedUrl: string;
  /** Pays on a page of the local Stripe. */
  pay(url: string): void;
  /** Ory session token, with which API tokens are obtained. */
  sessionToken: string;
  /** Calls the API as the person. */
  call: Call;
  /** The end of the server's log, which explains responses with 500. */
  log(): string;
  stop(): Promise<void>;
}

const LOG_MAX = 10_000;
/** Several servers start side by side, on machines that are busy with their tests. */
const START_MS = 300_000;

export async function startServer(): Promise<EcosystemServer> {
  const folder = await mkdtemp(join(tmpdir(), 'taskloom-ecosystem-'));
  const port = await freePort();
  const feed = createServer((_request, response) => {
    response.setHeader('content-type', 'application/rss+xml');
    response.end('<rss version="2.0"><channel><title>News</title></channel></rss>');
  }).listen(0, '127.0.0.1');
  const origin = `http://localhost:${port}`;
  const stripe = await startStripeServer({ webhookUrl: `${origin}/stripe/webhook` });
  const server = startScript('src/server/main.ts', {
    PORT: String(port),
    DATA_DIR: folder,
    TRUST_ADDRESSES: 'true',
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    // One tool sends thousands of requests per minute, many of them with wrong keys.
    RATE_LIMIT_PER_MINUTE: '1000000',
    REFUSED_CREDENTIALS_PER_MINUTE: '1000000',
    OUTBOUND_ALLOW: '127.0.0.1',
    ...stripeSettings(stripe.url),
  });
  const stop = async () => {
    feed.close();
    await server.stop();
    stripe.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilUp(`${origin}/readyz`, server, START_MS);
    const account = await signUp(origin);
    return {
      origin,
      feedUrl: `http://127.0.0.1:${(feed.address() as AddressInfo).port}`,
      sessionToken: account.sessionToken,
      pay: (url) => stripe.completeCheckout(url),
      log: () => server.output().slice(-LOG_MAX),
      stop,
      call: callsOf(origin, account),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Calls of the API as somebody who has signed up. A `FormData` is sent as it is, anything else as JSON. */
export function callsOf(origin: string, { token }: Account): Call {
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await token()}`,
        // A widget is shown on pages of the console, too.
        origin,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };
}
