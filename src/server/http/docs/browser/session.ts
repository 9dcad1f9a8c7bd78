import type { ClientSettings } from '#generated/model/index.ts';
import { API } from './contract.ts';

/** The identity service's template of the tokens that the API takes. */
const TEMPLATE = 'taskloom';

let settings: Promise<ClientSettings> | undefined;

/** What a request carries for who is signed in to the console; nothing when nobody is, or the cookie is enough. */
export async function sessionHeaders(): Promise<Record<string, string>> {
  settings ??= fetch(`${API}/settings`).then(
    (response) => response.json() as Promise<ClientSettings>,
  );
  const { auth_method, identity_url } = await settings;
  if (auth_method === 'cookie') return {};
  const url = `${identity_url.replace(/\/$/, '')}/sessions/whoami?tokenize_as=${TEMPLATE}`;
  const response = await fetch(url, { credentials: 'include' });
  if (!response.ok) return {};
  const { tokenized } = (await response.json()) as { tokenized?: string };
  return tokenized ? { Authorization: `Bearer ${tokenized}` } : {};
}
