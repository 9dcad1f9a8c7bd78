import { randomUUID } from 'node:crypto';
import { type Client, createClient } from '#generated/sdk/client/index.ts';

/** A user who signed up at a running server, with the credentials of an API client. */
export interface Account {
  email: string;
  password: string;
  /** Ory session token from the native flow. */
  sessionToken: string;
  /** Returns a new API token (AUTH_METHOD=jwt). */
  token(): Promise<string>;
}

/** Signs up a new user through the identity service's native registration flow. */
export async function signUp(origin: string, name = 'Ada Lovelace'): Promise<Account> {
  const email = `${randomUUID()}@example.com`;
  const password = `pw-${randomUUID()}`;
  const flow = await json(`${origin}/identity/self-service/registration/api`);
  const action = (flow.ui as { action: string }).action;
  const body = { method: 'password', password, traits: { email, name } };
  const { session_token } = await json(new URL(action, origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });
  const sessionToken = String(session_token);
  const token = async () => {
    const session = await json(`${origin}/identity/sessions/whoami?tokenize_as=taskloom`, {
      headers: { 'x-session-token': sessionToken },
    });
    return String(session.tokenized);
  };
  return { email, password, sessionToken, token };
}

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

async function json(url: string | URL, init?: RequestInit): Promise<Record<string, unknown>> {
  const response = await fetch(url, { headers: { accept: 'application/json' }, ...init });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 500)}`);
  return JSON.parse(text) as Record<string, unknown>;
}
