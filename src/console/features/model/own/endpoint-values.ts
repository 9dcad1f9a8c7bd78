import type { EndpointAddress } from '#core/access/secret-place.ts';
import { MICROS } from '#core/billing/money.ts';
import type { EndpointKind, EndpointUpdate, OwnEndpoint } from '#generated/model/index.ts';

/** The values of an endpoint's form. */
export interface EndpointValues {
  name: string;
  kind: EndpointKind;
  base_url: string;
  api_key: string;
  /** Whether the key is removed because the new address needs none. */
  removes_key: boolean;
  region: string;
  access_key_id: string;
  api_version: string;
  headers: { name: string; value: string }[];
  chosen: boolean;
  /** In dollars. */
  limit: number | undefined;
  fallback_model_id: string;
  keep_failing: boolean;
}

/** The initial values: those of an endpoint, or of a new one. Secrets are never shown. */
export function initialValues(endpoint: OwnEndpoint | undefined): EndpointValues {
  return {
    name: endpoint?.name ?? '',
    kind: endpoint?.kind ?? 'compatible',
    base_url: endpoint?.base_url ?? '',
    api_key: '',
    removes_key: false,
    region: endpoint?.region ?? '',
    access_key_id: endpoint?.access_key_id ?? '',
    api_version: endpoint?.api_version ?? '',
    headers: (endpoint?.headers ?? []).map(({ name }) => ({ name, value: '' })),
    chosen: endpoint?.offer === 'chosen',
    limit: endpoint?.spend_limit == null ? undefined : endpoint.spend_limit / MICROS,
    fallback_model_id: endpoint?.fallback_model_id ?? '',
    keep_failing: false,
  };
}

/** What the address fields say; those of other kinds count as empty. */
export function addressOf({
  kind,
  base_url,
  region,
  access_key_id,
}: EndpointValues): EndpointAddress {
  const isBedrock = kind === 'bedrock';
  return {
    kind,
    base_url: orNull(base_url),
    region: isBedrock ? orNull(region) : null,
    access_key_id: isBedrock ? orNull(access_key_id) : null,
  };
}

/** The request for all fields but the key. */
export function toUpdate(
  values: EndpointValues,
): Omit<EndpointUpdate, 'api_key'> & { name: string } {
  const { kind, ...address } = addressOf(values);
  return {
    name: values.name.trim(),
    ...address,
    api_version: kind === 'azure' ? orNull(values.api_version) : null,
    headers: values.headers
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, value }) => ({ name: name.trim(), ...(value !== '' && { value }) })),
    offer: values.chosen ? 'chosen' : 'all',
    spend_limit: values.limit === undefined ? null : Math.round(values.limit * MICROS),
    fallback_model_id: orNull(values.fallback_model_id),
    keep_failing: values.keep_failing,
  };
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
