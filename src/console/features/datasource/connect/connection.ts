import { isObject } from '#core/json/is-object.ts';
import { parseJson } from '#core/json/parse-json.ts';

/** The data source whose account is being connected. */
export interface ConnectingSource {
  orgId: string;
  projectId: string;
  collectionId: string;
  datasourceId: string;
  name: string;
}

/** In session storage, because the provider redirects the same tab back. */
const KEY = 'datasource-connection';

/**
 * Remembers the source that is being connected, and navigates to the provider.
 * @param url the authorisation URL, with the `state` that the provider sends back
 */
export function leaveToConnect(url: string, source: ConnectingSource): void {
  sessionStorage.setItem(KEY, JSON.stringify({ ...source, state: stateOf(url) }));
  globalThis.location.assign(url);
}

/** The source of this `state`; undefined if the connection was started in another tab, or too long ago. */
export function connectingSource(state: string | null): ConnectingSource | undefined {
  try {
    const stored: unknown = parseJson(sessionStorage.getItem(KEY) ?? '');
    if (!isObject(stored) || state === null || stored.state !== state) return undefined;
    return stored as unknown as ConnectingSource;
  } catch {
    return undefined;
  }
}

function stateOf(url: string): string | null {
  return new URL(url).searchParams.get('state');
}
