import { CLIENT_SETTINGS_ELEMENT, fromClientSettings } from '#core/settings/client-settings.ts';
import type { ClientSettings } from '#generated/model/index.ts';
import { loadClientSettings } from '../api/client-settings.ts';

/** The console's validated settings, and how it proves who is signed in. */
export type Settings = ReturnType<typeof fromClientSettings> & {
  authMethod: ClientSettings['auth_method'];
};

/**
 * Reads the settings from the page, where the server puts them; a console that is served without a
 * server of its own asks for them.
 * @throws Error 'Invalid environment variables' when they are not complete
 */
export async function readSettings(): Promise<Settings> {
  const handed = fromPage() ?? (await loadClientSettings());
  const env = fromClientSettings(handed);
  // createEnv guards its object with a proxy that refuses the server's fields, and also `then`, which
  // awaiting asks for: only the console's own fields are handed on.
  const fields = Object.keys(env).filter((name) =>
    name.startsWith('PUBLIC_'),
  ) as (keyof typeof env)[];
  const own = Object.fromEntries(fields.map((name) => [name, env[name]])) as typeof env;
  return { ...own, authMethod: handed.auth_method ?? 'jwt' };
}

function fromPage(): Partial<ClientSettings> | null {
  const text = document.getElementById(CLIENT_SETTINGS_ELEMENT)?.textContent;
  return text ? (JSON.parse(text) as Partial<ClientSettings>) : null;
}
