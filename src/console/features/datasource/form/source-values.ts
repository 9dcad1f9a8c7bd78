import type {
  Datasource,
  DatasourceConfig,
  DatasourceCreate,
  DatasourceCredentials,
  DatasourceInterval,
  DatasourceKind,
} from '#generated/model/index.ts';
import { KINDS, placeOf } from '../kinds.tsx';
import { FIELDS } from './fields.ts';

type ConfigValue = string | number | boolean;

/** The form's values: lists as lines, and empty values as empty strings. */
export interface SourceValues {
  name: string;
  config: Record<string, ConfigValue>;
  credentials: Record<string, string>;
  interval: DatasourceInterval;
}

/** The fields for credentials of each kind. */
export const CREDENTIALS: Readonly<Partial<Record<DatasourceKind, readonly string[]>>> = {
  s3: ['access_key_id', 'secret_access_key'],
  notion: ['token'],
  github: ['token'],
};

/** The initial values: those of a source, or empty ones. */
export function initialValues(kind: DatasourceKind, source?: Datasource): SourceValues {
  const config: Readonly<Record<string, unknown>> = { ...source?.config };
  const values = FIELDS[kind].map((field) => {
    const given = config[field.name];
    if (field.type === 'number' || field.type === 'switch')
      return [field.name, (given as ConfigValue | undefined) ?? field.initial];
    if (field.type === 'lines') return [field.name, ((given as string[]) ?? []).join('\n')];
    if (field.type === 'choice') return [field.name, String(given ?? field.options[0]?.value)];
    return [field.name, (given as string | undefined) ?? ''];
  });
  return {
    name: source?.name ?? '',
    config: Object.fromEntries(values),
    credentials: emptyCredentials(kind),
    interval: source?.interval ?? 'daily',
  };
}

export function emptyCredentials(kind: DatasourceKind): Record<string, string> {
  return Object.fromEntries((CREDENTIALS[kind] ?? []).map((name) => [name, '']));
}

/**
 * The configuration for the API, not validated. Values that equal their defaults are omitted, so that later changes of
 * defaults apply.
 */
export function toConfig(kind: DatasourceKind, values: SourceValues['config']): DatasourceConfig {
  const entries = FIELDS[kind].flatMap((field): [string, unknown][] => {
    const value = values[field.name];
    if (field.type === 'number' || field.type === 'switch')
      return value === field.initial ? [] : [[field.name, value]];
    const text = String(value ?? '').trim();
    if (field.type === 'lines') {
      const lines = linesOf(text);
      return lines.length > 0 ? [[field.name, lines]] : [];
    }
    if (text === '') return 'isRequired' in field && field.isRequired ? [[field.name, '']] : [];
    if (field.name === 'path_style') return [[field.name, text === 'true']];
    if (field.name === 'repository') return [[field.name, repositoryOf(text)]];
    return [[field.name, field.type === 'address' ? withScheme(text) : text]];
  });
  return { kind, ...Object.fromEntries(entries) } as DatasourceConfig;
}

/** The request that adds the source. If the name is empty, it is derived from the configuration. */
export function toCreate(kind: DatasourceKind, values: SourceValues): DatasourceCreate {
  const config = toConfig(kind, values.config);
  const credentials = toCredentials(values.credentials);
  return {
    name: values.name.trim() || suggestedName(config),
    config,
    interval: values.interval,
    ...(credentials && { credentials }),
  };
}

/** Credentials for the API, not validated. @returns undefined if none are entered */
export function toCredentials(
  values: SourceValues['credentials'],
): DatasourceCredentials | undefined {
  const entered = Object.entries(values)
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([, value]) => value !== '');
  return entered.length > 0 ? (Object.fromEntries(entered) as DatasourceCredentials) : undefined;
}

/** A name for a source without one. */
export function suggestedName(config: DatasourceConfig): string {
  const { label } = KINDS[config.kind];
  if (config.kind === 'google_drive' || config.kind === 'notion') return label;
  if (config.kind === 'github') return config.repository || label;
  if (config.kind === 's3') return config.bucket || label;
  return URL.parse(config.url)?.host || placeOf(config) || label;
}

/** The lines of a text that aren't empty. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** People leave out `https://`. */
function withScheme(text: string): string {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
}

/** People paste a repository's URL. */
function repositoryOf(text: string): string {
  const [, path] = /^(?:https?:\/\/)?(?:www\.)?github\.com\/([^/]+\/[^/?#]+)/i.exec(text) ?? [];
  return (path ?? text).replace(/\.git$/, '');
}
