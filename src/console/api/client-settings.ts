import type { ClientSettings } from '#generated/model/index.ts';
import { toApiError } from './api-error.ts';

/** Where the settings are served: the one URL needed before any setting is known. */
const address = '/api/v1/settings';

/**
 * Fetches the console's settings.
 * @throws ApiError when they cannot be loaded
 */
export async function loadClientSettings(): Promise<Partial<ClientSettings>> {
  const response = await fetch(new URL(address, globalThis.location.origin), {
    headers: { accept: 'application/json' },
  });
  if (!response.ok) throw await toApiError(response);
  return (await response.json()) as Partial<ClientSettings>;
}
