import { CLIENT_SETTINGS_ELEMENT, fromClientSettings } from '#core/settings/client-settings.ts';
import type { ClientSettings } from '#generated/model/index.ts';
import { loadClientSettings } from '../api/client-settings.ts';

/** The console's validated settings, and how it authenticates. */
export type Settings = {
  /** Settings by environment variable. Reading a server setting throws. */
  env: ReturnType<typeof fromClientSettings>;
  authMethod: ClientSettings['auth_method'];
  documentMaxMb: number | undefined;
  documentImages: boolean | undefined;
};

/**
 * Reads the settings from the page, where the server puts them. A console served as static files requests them
 * instead.
 * @throws Error 'Invalid environment variables' when they are incomplete or wrong
 */
export async function readSettings(): Promise<Settings> {
  const served = fromPage() ?? (await loadClientSettings());
  return {
    env: fromClientSettings(served),
    authMethod: served.auth_method ?? 'jwt',
    documentMaxMb: served.document_max_mb,
    documentImages: served.document_images,
  };
}

function fromPage(): Partial<ClientSettings> | null {
  const text = document.getElementById(CLIENT_SETTINGS_ELEMENT)?.textContent;
  return text ? (JSON.parse(text) as Partial<ClientSettings>) : null;
}
