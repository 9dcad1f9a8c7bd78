import type { ClientSettings } from '#generated/model/index.ts';
import { API } from './contract.ts';

/** The identity service's template for API tokens. */
const TEMPLATE = 'taskloom';

let settings: Promise<ClientSettings> | undefined;

/** The headers that authenticate a request with the console's session. Empty if signed out, or if the cookie is enough. */
export async function sessionHeaders(): Promise<Record<string, string>> {
  settings ??= fetch(`${API}/settings`).then(
    (response) => response.json() as Promise<ClientSettings>,
  );
  const { auth_method, identity_url } = await settings;
  if (auth_method === 'cookie') return {};
  const url = `${identity_url.replace(/\/+$/, '')}/sessions/whoami?tokenize_as=${TEMPLATE}`;
  const response = await fetch(url, { credentials: 'include' });
  if (!response.ok) return {};
  const { tokenized } = (await response.json()) as { tokenized?: string };
  return tokenized ? { Authorization: `Bearer ${tokenized}` } : {};
}
