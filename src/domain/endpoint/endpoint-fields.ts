import type { EndpointUpdate, FieldError } from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import type { EndpointRow } from './endpoint.tables.ts';

/** What is set by the client itself, or would change how requests are sent. */
const RESERVED =
  /^(host|connection|content-length|content-type|transfer-encoding|te|trailer|upgrade|keep-alive|expect|accept-encoding|proxy-.*)$/i;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Without line breaks and other control characters, which could add headers. */
const SENDABLE = /^[\x20-\x7e]+$/;

type Fields = Pick<EndpointRow, 'kind' | 'base_url' | 'region' | 'access_key_id'>;

/** What is wrong with the address of an endpoint, and with what belongs to its kind. */
export async function addressErrors(
  { outbound }: Pick<Domain, 'outbound'>,
  { kind, base_url, region, access_key_id }: Fields,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const report = (pointer: string, message: string) => void errors.push({ pointer, message });
  const needsUrl = kind === 'compatible' || kind === 'azure';
  if (base_url === null && needsUrl) report('/base_url', DETAIL.endpointUrlRequired);
  if (base_url !== null) {
    const problem = await outbound.check(base_url);
    const url = URL.parse(base_url);
    if (problem !== undefined) report('/base_url', problem);
    else if (url?.search || url?.hash) report('/base_url', DETAIL.endpointUrlQuery);
  }
  if (kind === 'bedrock' && region === null) report('/region', DETAIL.endpointRegionRequired);
  if (kind !== 'bedrock' && access_key_id !== null)
    report('/access_key_id', DETAIL.endpointOnlyBedrock);
  return errors;
}

/** What is wrong with a key and headers. Messages never repeat a value. */
export function secretErrors(
  given: Pick<EndpointUpdate, 'api_key' | 'headers'>,
  known: readonly string[] = [],
): FieldError[] {
  const errors: FieldError[] = [];
  const { api_key, headers = [] } = given;
  if (api_key != null && !SENDABLE.test(api_key))
    errors.push({ pointer: '/api_key', message: DETAIL.unsendable });
  const seen = new Set<string>();
  for (const [index, { name, value }] of headers.entries()) {
    const report = (part: string, message: string) =>
      void errors.push({ pointer: `/headers/${index}/${part}`, message });
    if (!NAME.test(name)) report('name', DETAIL.headerName);
    else if (RESERVED.test(name)) report('name', DETAIL.headerReserved);
    else if (seen.has(name.toLowerCase())) report('name', DETAIL.headerTwice);
    seen.add(name.toLowerCase());
    if (value === undefined && !known.includes(name.toLowerCase()))
      report('value', DETAIL.headerValueRequired);
    if (value !== undefined && !SENDABLE.test(value)) report('value', DETAIL.unsendable);
  }
  return errors;
}
