import { type Client, createClient } from '#generated/sdk/client/index.ts';
import type { Account } from './account.ts';

/** A client of the API for somebody who has signed up. Its errors say what was asked, and what was answered. */
export function clientOf(origin: string, { token }: Pick<Account, 'token'>): Client {
  const client = createClient({
    baseUrl: `${origin}/api/v1`,
    auth: () => token(),
    // A widget is shown on pages of the console, too.
    headers: { origin },
  });
  client.interceptors.error.use(
    (problem, response, request) =>
      new Error(
        `${request?.method} ${request?.url}: ${response?.status} ${JSON.stringify(problem)}`,
      ),
  );
  return client;
}
