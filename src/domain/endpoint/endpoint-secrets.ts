import type { Sealer } from '../sealer.ts';
import type { EndpointRow, HeaderRow } from './endpoint.store.ts';

const KEY = 'endpoint-key';
const HEADER = 'endpoint-header';
/** Of shorter secrets, four characters would be too many. */
const SHOWN_FROM = 12;

/** The last four characters of a secret; empty if it is short. */
export function lastFour(secret: string): string {
  return secret.length < SHOWN_FROM ? '' : secret.slice(-4);
}

/** The columns of a new key. @param key null to remove it */
export function keyColumns(secrets: Sealer, key: string | null) {
  return {
    key: key === null ? null : secrets.seal(KEY, key),
    key_last_four: key === null ? '' : lastFour(key),
    key_changed_at: key === null ? null : new Date().toISOString(),
    key_used_at: null,
  };
}

export function headerRow(secrets: Sealer, name: string, value: string): HeaderRow {
  return { name, last_four: lastFour(value), sealed: secrets.seal(HEADER, value) };
}

/**
 * The key and the headers of an endpoint.
 * @throws Error if they were sealed with another secret of the server
 */
export function openSecrets(secrets: Sealer, row: Pick<EndpointRow, 'key' | 'headers'>) {
  return {
    apiKey: row.key === null ? undefined : secrets.open(KEY, row.key),
    headers: Object.fromEntries(
      row.headers.map(({ name, sealed }) => [name, secrets.open(HEADER, sealed)]),
    ),
  };
}
