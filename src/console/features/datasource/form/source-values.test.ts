import { describe, expect, it } from 'vitest';
import type { DatasourceKind } from '#generated/model/index.ts';
import { KINDS } from '../kinds.tsx';
import { sourceProblems } from './source-problems.ts';
import { initialValues, type SourceValues, toCreate } from './source-values.ts';

function entered(
  kind: DatasourceKind,
  config: SourceValues['config'],
  credentials: SourceValues['credentials'] = {},
): SourceValues {
  const initial = initialValues(kind);
  return {
    ...initial,
    config: { ...initial.config, ...config },
    credentials: { ...initial.credentials, ...credentials },
  };
}

describe('the form of a data source', () => {
  it('sends what was entered, and leaves out defaults', () => {
    const website = entered('website', { url: 'docs.example.com', exclude: '/blog/**\n\n /x ' });
    expect(toCreate('website', website)).toEqual({
      name: 'docs.example.com',
      config: { kind: 'website', url: 'https://docs.example.com', exclude: ['/blog/**', '/x'] },
      interval: 'daily',
    });
    const github = entered('github', { repository: 'https://github.com/octocat/handbook.git' });
    expect(toCreate('github', github).config).toEqual({
      kind: 'github',
      repository: 'octocat/handbook',
    });
    const s3 = entered('s3', { bucket: 'b', path_style: 'false' });
    expect(toCreate('s3', s3).config).toEqual({ kind: 's3', bucket: 'b', path_style: false });
  });

  it('shows a source as it is', () => {
    const config = {
      kind: 'website',
      url: 'https://a.com',
      depth: 2,
      include: ['/a', '/b'],
    } as const;
    const values = initialValues('website', {
      name: 'A',
      config: { ...config, include: [...config.include] },
      interval: 'weekly',
    } as never);
    expect(toCreate('website', values)).toEqual({ name: 'A', config, interval: 'weekly' });
  });

  it.each(Object.keys(KINDS) as DatasourceKind[])('of kind %s says what is missing', (kind) => {
    const problems = sourceProblems(kind, initialValues(kind), false);
    const missing: Readonly<Record<DatasourceKind, string[]>> = {
      website: ['config.url'],
      rss: ['config.url'],
      s3: ['config.bucket', 'credentials.access_key_id', 'credentials.secret_access_key'],
      github: ['config.repository'],
      notion: ['credentials.token'],
      google_drive: [],
    };
    expect(Object.keys(problems).sort()).toEqual(missing[kind]);
  });

  it("says what the contract's limits are", () => {
    const values = entered('website', {
      url: 'ftp://example.com',
      depth: 21,
      page_limit: '',
      exclude: Array.from({ length: 501 }, (_, at) => `/${at}`).join('\n'),
      include: 'x'.repeat(501),
    });
    expect(sourceProblems('website', values, false)).toEqual({
      'config.url': 'Please enter a valid/supported URL.',
      'config.depth': 'From 0 to 20',
      'config.page_limit': 'From 1 to 10,000',
      'config.exclude': 'At most 500 lines',
      'config.include': 'At most 500 characters per line',
    });
    const github = entered('github', { repository: 'handbook' });
    expect(sourceProblems('github', github, false)).toEqual({
      'config.repository': 'Enter owner/repository',
    });
  });
});
