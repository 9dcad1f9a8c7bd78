import { type EndpointAddress, endpointPlace, headerPlace } from '#core/access/secret-place.ts';
import type { EndpointHeaderInput, EndpointUpdate } from '#generated/model/index.ts';
import { bindOld, type KeptSecret, openFor, sealFor } from '../access/bound-secret.ts';
import type { Sealer } from '../ports.ts';
import type { EndpointRow, HeaderRow } from './endpoint.tables.ts';

const KEY = 'endpoint-key';
const HEADER = 'endpoint-header';
/** Of shorter secrets, four characters would be too many. */
const SHOWN_FROM = 12;

/** The last four characters of a secret; empty if it is short. */
export function lastFour(secret: string): string {
  return secret.length < SHOWN_FROM ? '' : secret.slice(-4);
}

/** The columns of a new key for an address. @param key null to remove it */
export function keyColumns(secrets: Sealer, address: EndpointAddress, key: string | null) {
  return {
    key: key === null ? null : sealFor(secrets, KEY, endpointPlace(address), key),
    key_last_four: key === null ? '' : lastFour(key),
    key_changed_at: key === null ? null : new Date().toISOString(),
    key_used_at: null,
  };
}

/** Headers with new values, or with those that they have. */
export function headerRows(
  secrets: Sealer,
  address: EndpointAddress,
  given: readonly EndpointHeaderInput[],
  known: readonly HeaderRow[] = [],
): HeaderRow[] {
  return given.flatMap(({ name, value }) => {
    if (value !== undefined) {
      const sealed = sealFor(secrets, HEADER, headerPlace(address, name), value);
      return [{ name, last_four: lastFour(value), sealed }];
    }
    const old = known.find((one) => one.name.toLowerCase() === name.toLowerCase());
    return old ? [{ ...old, name }] : [];
  });
}

/** The key and the headers that a change leaves as they are. */
export function keptSecrets(
  row: EndpointRow,
  changed: EndpointAddress,
  { api_key, headers }: Pick<EndpointUpdate, 'api_key' | 'headers'>,
): KeptSecret[] {
  const places = { before: endpointPlace(row), after: endpointPlace(changed) };
  const kept: KeptSecret[] = [];
  if (row.key !== null && api_key === undefined)
    kept.push({ what: 'the key', pointer: '/api_key', ...places });
  for (const [index, { name, value }] of (headers ?? row.headers.map(nameOnly)).entries()) {
    if (value !== undefined) continue;
    const pointer = headers ? `/headers/${index}/value` : '/headers';
    kept.push({ what: `the value of ${name}`, pointer, ...places });
  }
  return kept;
}

function nameOnly({ name }: HeaderRow): EndpointHeaderInput {
  return { name };
}

/**
 * The key and the headers of an endpoint.
 * @throws Error if they were sealed for another address, or with another secret of the server
 */
export function openSecrets(
  secrets: Sealer,
  row: EndpointAddress & Pick<EndpointRow, 'key' | 'headers'>,
) {
  return {
    apiKey: row.key === null ? undefined : openFor(secrets, KEY, endpointPlace(row), row.key),
    headers: Object.fromEntries(
      row.headers.map(({ name, sealed }) => [
        name,
        openFor(secrets, HEADER, headerPlace(row, name), sealed),
      ]),
    ),
  };
}

/** The columns of secrets from before secrets were bound. @throws Error like `bindOld` */
export function boundColumns(
  secrets: Sealer,
  row: EndpointAddress & Pick<EndpointRow, 'key' | 'headers'>,
): Pick<EndpointRow, 'key' | 'headers'> {
  const { key, headers } = row;
  return {
    key: key === null ? null : bindOld(secrets, KEY, endpointPlace(row), key),
    headers: headers.map(({ sealed, ...header }) => ({
      ...header,
      sealed: bindOld(secrets, HEADER, headerPlace(row, header.name), sealed),
    })),
  };
}
