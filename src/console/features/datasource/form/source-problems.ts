import type * as zod from 'zod/mini';
import { datasourcePlace, enterAgain, isSamePlace } from '#core/access/secret-place.ts';
import { MESSAGES, VALIDATION } from '#core/messages.ts';
import { DatasourceCreate } from '#generated/model/datasourceCreate.zod.ts';
import type { Datasource, DatasourceConfig, DatasourceKind } from '#generated/model/index.ts';
import { KINDS } from '../kinds.tsx';
import { FIELDS, type Field } from './fields.ts';
import { CREDENTIALS, type SourceValues, toCreate, toCredentials } from './source-values.ts';

type Issue = zod.core.$ZodIssue;

/**
 * Validates the form's values against the contract. Returns errors by field.
 * @param hasCredentials whether the source has credentials already
 * @param again asks for them again, because they would go elsewhere
 */
export function sourceProblems(
  kind: DatasourceKind,
  values: SourceValues,
  hasCredentials: boolean,
  again: string | null = null,
): Record<string, string> {
  const found: Record<string, string> = {};
  const body = toCreate(kind, values);
  const { error } = DatasourceCreate.safeParse(body);
  for (const issue of error?.issues ?? []) {
    // Errors of list items are shown at the field.
    const path = issue.path.slice(0, issue.path[0] === 'config' ? 2 : undefined).join('.');
    found[path] ??= textOf(issue, fieldOf(kind, issue));
  }
  for (const field of FIELDS[kind]) {
    const value = (body.config as unknown as Record<string, unknown>)[field.name];
    if (field.type === 'address' && typeof value === 'string' && value && !isAddress(value))
      found[`config.${field.name}`] = MESSAGES.document.badUrl;
  }
  return { ...found, ...credentialProblems(kind, values.credentials, hasCredentials, again) };
}

/** Credentials that are missing: all of them, or one of two. */
export function credentialProblems(
  kind: DatasourceKind,
  credentials: SourceValues['credentials'],
  hasCredentials: boolean,
  again: string | null = null,
): Record<string, string> {
  const isAny = toCredentials(credentials) !== undefined;
  const isRequired = KINDS[kind].credentials === 'required' && !hasCredentials;
  const missing = (CREDENTIALS[kind] ?? []).filter((name) => !credentials[name]?.trim());
  return isAny || isRequired || again !== null
    ? Object.fromEntries(missing.map((name) => [`credentials.${name}`, again ?? 'Required']))
    : {};
}

/**
 * Asks for a source's credentials again if another configuration would send them elsewhere.
 * @returns null if they stay, or if there are none
 */
export function askCredentialsAgain(
  source: Datasource | undefined,
  config: DatasourceConfig,
): string | null {
  if (!source?.credentials_hint) return null;
  const before = datasourcePlace(source.config);
  const after = datasourcePlace(config);
  const what = config.kind === 's3' ? 'the access key' : 'the token';
  return isSamePlace(before, after) ? null : enterAgain(what, before, after);
}

function fieldOf(kind: DatasourceKind, { path }: Issue): Field | undefined {
  return path[0] === 'config' ? FIELDS[kind].find(({ name }) => name === path[1]) : undefined;
}

function textOf(issue: Issue, field: Field | undefined): string {
  const isLine = issue.path.length > 2 && issue.path[0] === 'config';
  if (field?.type === 'number') return `From ${field.min} to ${field.max.toLocaleString('en-GB')}`;
  if (issue.code === 'too_big' && issue.origin === 'array') return `At most ${issue.maximum} lines`;
  if (issue.code === 'too_big')
    return `${isLine ? 'At most' : 'Must be at most'} ${issue.maximum} characters${isLine ? ' per line' : ''}`;
  if (field?.type === 'address') return MESSAGES.document.badUrl;
  if (issue.code === 'invalid_format' && field?.name === 'repository')
    return 'Enter owner/repository';
  if (field) return 'Required';
  return issue.path[0] === 'name' ? VALIDATION.nameNeeded : issue.message;
}

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '';
}
