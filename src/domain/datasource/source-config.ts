import type { DatasourceConfig, DatasourceCredentials } from '#generated/model/index.ts';
import type { SourceConfigs, SourceKind } from './connectors/connectors.ts';

/** A connector's name, and its configuration with the defaults filled in. */
type Configured = { [Kind in SourceKind]: { kind: Kind; config: SourceConfigs[Kind] } }[SourceKind];

const DEPTH_DEFAULT = 5;
const PAGE_LIMIT_DEFAULT = 500;

/** Converts a source's configuration to its connector's. */
export function toConnector(config: DatasourceConfig): Configured {
  switch (config.kind) {
    case 'website': {
      const { url, depth, page_limit, use_sitemap = true, subdomains = false } = config;
      return {
        kind: 'website',
        config: {
          url,
          depth: depth ?? DEPTH_DEFAULT,
          page_limit: page_limit ?? PAGE_LIMIT_DEFAULT,
          use_sitemap,
          subdomains,
          ...scopeOf(config),
        },
      };
    }
    case 's3': {
      const { endpoint = null, region = 'us-east-1', bucket, prefix = '' } = config;
      const path_style = config.path_style ?? endpoint !== null;
      return {
        kind: 's3',
        config: { endpoint, region, bucket, prefix, path_style, ...scopeOf(config) },
      };
    }
    case 'google_drive':
      return {
        kind: 'google_drive',
        config: { roots: config.roots ?? [], ...scopeOf(config) },
      };
    case 'notion':
      return { kind: 'notion', config: { pages: config.pages ?? [] } };
    case 'github': {
      const [owner = '', repo = ''] = config.repository.split('/');
      return {
        kind: 'github',
        config: { owner, repo, branch: config.branch ?? null, ...scopeOf(config) },
      };
    }
    case 'rss':
      return { kind: 'feed', config: { url: config.url, content: config.content ?? 'entry' } };
  }
}

function scopeOf({ include = [], exclude = [] }: { include?: string[]; exclude?: string[] }) {
  return { include, exclude };
}

/** Converts credentials to the form that the connector expects. */
export function secretOf(
  { kind }: DatasourceConfig,
  credentials: DatasourceCredentials,
): { secret: unknown; hint: string } | undefined {
  if (kind === 's3' && 'access_key_id' in credentials)
    return { secret: { ...credentials }, hint: `…${credentials.access_key_id.slice(-4)}` };
  if ((kind === 'github' || kind === 'notion') && 'token' in credentials)
    return { secret: { ...credentials }, hint: `…${credentials.token.slice(-4)}` };
  return undefined;
}

/** Whether a kind of source can't be read without credentials. */
export function needsCredentials({ kind }: DatasourceConfig): boolean {
  return kind === 's3' || kind === 'notion' || kind === 'google_drive';
}
