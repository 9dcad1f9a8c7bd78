import type { DatasourceConfig, EndpointKind } from '#generated/model/index.ts';
import { VENDOR_URLS } from '../model/vendor-urls.ts';

/** Where a secret goes. A secret that was entered for one place is never sent to another. */
export interface SecretPlace {
  /** Everything that the secret is bound to. Equal places have equal IDs. */
  id: string;
  /** For people: `api.openai.com`. */
  name: string;
  /** The same in full, for two places with the same name: `https://api.openai.com/v1`. */
  full: string;
}

/** The settings of a model endpoint that decide where its key and headers are sent, and how. */
export interface EndpointAddress {
  kind: EndpointKind;
  base_url: string | null;
  region: string | null;
  access_key_id: string | null;
}

const VENDORS: Partial<Record<EndpointKind, string>> = VENDOR_URLS;

/** The place of a model endpoint's key and headers. */
export function endpointPlace({
  kind,
  base_url,
  region,
  access_key_id,
}: EndpointAddress): SecretPlace {
  const url = base_url ?? VENDORS[kind] ?? null;
  const at = url === null ? undefined : addressOf(url);
  if (kind !== 'bedrock') return placeOf(['endpoint', kind, at?.full], at ?? unknown(kind));
  const id = ['endpoint', kind, at?.full, region, access_key_id];
  const amazon = `Amazon Bedrock in ${region ?? 'no region'}`;
  const signs = access_key_id === null ? 'a Bedrock API key' : `the access key ${access_key_id}`;
  const full = `${at?.full ?? amazon}, ${region ?? 'no region'}, with ${signs}`;
  return placeOf(id, { name: at?.name ?? amazon, full });
}

/** The place of one of a model endpoint's secret headers. */
export function headerPlace(endpoint: EndpointAddress, header: string): SecretPlace {
  const { id, name, full } = endpointPlace(endpoint);
  return placeOf([id, header.toLowerCase()], { name, full });
}

/** The place of a data source's credentials. What is read there, such as folders and branches, can change. */
export function datasourcePlace(config: DatasourceConfig): SecretPlace {
  const { kind } = config;
  switch (kind) {
    case 's3': {
      const { endpoint, region = 'us-east-1', bucket } = config;
      const at = endpoint === undefined ? { name: 'Amazon S3', full: null } : addressOf(endpoint);
      return placeOf([kind, at.full, region, bucket], {
        name: `the bucket ${bucket} at ${at.name}`,
        full: `the bucket ${bucket} at ${at.full ?? at.name}, ${region}`,
      });
    }
    case 'github': {
      const { repository } = config;
      return placeOf([kind, repository.toLowerCase()], { name: repository, full: repository });
    }
    case 'website':
    case 'rss': {
      const at = addressOf(config.url);
      return placeOf([kind, at.full], at);
    }
    case 'notion':
      return placeOf([kind], { name: 'Notion', full: 'Notion' });
    case 'google_drive':
      return placeOf([kind], { name: 'Google Drive', full: 'Google Drive' });
  }
}

/** The origin and path that a credential for tool servers is for: that path and everything below it. */
export interface CredentialScope {
  origin: string;
  /** Begins with `/`, and ends with it only at the root. */
  path: string;
}

/** @returns undefined for anything but a web address */
export function credentialScope(url: string): CredentialScope | undefined {
  const parsed = webAddress(url);
  return parsed && { origin: parsed.origin, path: pathOf(parsed) };
}

export function credentialPlace({ origin, path }: CredentialScope): SecretPlace {
  const full = path === '/' ? origin : `${origin}${path}`;
  return placeOf(['tool', origin, path], { name: hostOf(origin), full });
}

/** Whether a credential is sent to a URL. */
export function isWithin({ origin, path }: CredentialScope, url: string): boolean {
  const parsed = webAddress(url);
  if (parsed?.origin !== origin) return false;
  if (path === '/') return true;
  // Some servers resolve `..%2f` and `..;/`, which URLs here don't: the path could lead out of the folder.
  if (/%2f|%5c|\/\.{1,2};/i.test(parsed.pathname)) return false;
  return parsed.pathname === path || parsed.pathname.startsWith(`${path}/`);
}

/** The place of a webhook's signing secret: its origin, because one party runs all paths of a host. */
export function webhookPlace(url: string): SecretPlace {
  const origin = webAddress(url)?.origin ?? url;
  return placeOf(['webhook', origin], { name: hostOf(origin), full: origin });
}

export function isSamePlace(one: SecretPlace, other: SecretPlace): boolean {
  return one.id === other.id;
}

/**
 * Asks for a secret again.
 * @param what the secret: `the key`
 * @param before the place that it was entered for
 * @param after the place that it would be sent to
 */
export function enterAgain(what: string, before: SecretPlace, after: SecretPlace): string {
  const place = before.name === after.name ? before.full : before.name;
  return `Enter ${what} again: it was entered for ${place}.`;
}

function placeOf(id: readonly unknown[], named: { name: string; full: string }): SecretPlace {
  return { id: JSON.stringify(id), name: named.name, full: named.full };
}

function addressOf(url: string): { name: string; full: string } {
  const parsed = webAddress(url);
  if (!parsed) return { name: url, full: url };
  const path = pathOf(parsed);
  return { name: parsed.host, full: path === '/' ? parsed.origin : `${parsed.origin}${path}` };
}

function unknown(kind: EndpointKind): { name: string; full: string } {
  return { name: `no address (${kind})`, full: `no address (${kind})` };
}

function webAddress(url: string): URL | undefined {
  const parsed = URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed : undefined;
}

function pathOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '') || '/';
}

function hostOf(origin: string): string {
  return URL.parse(origin)?.host ?? origin;
}
