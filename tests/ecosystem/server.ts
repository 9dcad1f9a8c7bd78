import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '#generated/sdk/client/index.ts';
import { clientOf, signUp } from '../support/account.ts';
import { freePort, startScript, waitUntilUp } from '../support/process.ts';
import { startStripeServer, stripeSettings } from '../support/stripe/stripe-server.ts';

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
  client: Client;
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
      client: clientOf(origin, account),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
