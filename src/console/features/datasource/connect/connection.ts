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

/** In this tab only: the provider sends the same tab back. */
const KEY = 'datasource-connection';

/**
 * Remembers which source is being connected, and goes to the provider.
 * @param url of the provider, with the `state` that it sends back
 */
export function leaveToConnect(url: string, source: ConnectingSource): void {
  sessionStorage.setItem(KEY, JSON.stringify({ ...source, state: stateOf(url) }));
  globalThis.location.assign(url);
}

/** The source that was being connected with this `state`; undefined if that was in another tab, or long ago. */
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
