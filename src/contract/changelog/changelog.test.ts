import { describe, expect, it } from 'vitest';
import { changelogOf, type Version } from './changelog.ts';
import { changelogMarkdown } from './markdown.ts';

const get = (schema: object, more: object = {}) => ({
  summary: 'A *thing*',
  responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } },
  ...more,
});
const version = (date: string, properties: object, paths: object = {}): Version => ({
  date,
  title: `as of ${date}`,
  document: {
    openapi: '3.1.0',
    info: { title: 'A', version: date },
    paths: {
      '/thing': { get: get({ $ref: '#/components/schemas/Thing' }) },
      '/other': { get: get({ type: 'array', items: { $ref: '#/components/schemas/Thing' } }) },
      ...paths,
    },
    components: {
      schemas: { Thing: { type: 'object', properties, required: Object.keys(properties) } },
    },
  },
});
const text = { type: 'string' };
const history = [
  version('2026-01-01', { name: text }),
  version('2026-01-02', { name: text, size: text }, { '/new': { get: get({}) } }),
  version(
    '2026-01-03',
    { name: text, size: text },
    { '/new': { get: get({}, { description: 'x' }) } },
  ),
  version('2026-01-04', { size: text }, { '/new': { get: get({}, { deprecated: true }) } }),
];

describe('a changelog', () => {
  const entries = changelogOf(history);

  it('has an entry for each version with changes, newest first', () => {
    expect(entries.map(({ date, version: of }) => [date, of])).toEqual([
      ['2026-01-04', '2026-01-04'],
      ['2026-01-02', '2026-01-02'],
    ]);
    expect(entries.map(({ verdict }) => verdict)).toEqual(['breaking', 'compatible']);
    expect(changelogOf(history.slice(0, 1))).toEqual([]);
  });

  it('names fields by their schema, and operations by their summary', () => {
    const [, added] = entries;
    expect(added?.changes).toMatchObject([
      { kind: 'added', message: 'Thing.size was added', operations: ['GET /thing', 'GET /other'] },
      { kind: 'added', message: 'GET /new: A *thing*' },
    ]);
  });

  it('lists breaking changes first, then removals', () => {
    const [latest] = entries;
    expect(latest?.changes[0]?.kind).toBe('breaking');
    expect(latest?.changes.map(({ kind }) => kind)).toContain('deprecated');
  });

  it('names the new field of a closed object', () => {
    const closed = (properties: object): Version => {
      const made = version('2026-01-05', properties);
      const { Thing } = (
        made.document.components as { schemas: { Thing: Record<string, unknown> } }
      ).schemas;
      Thing.additionalProperties = false;
      Thing.required = [];
      return made;
    };
    const [entry] = changelogOf([closed({ name: text }), closed({ name: text, size: text })]);
    expect(entry?.changes.map(({ message }) => message.split(' ')[0])).toEqual(['Thing.size']);
  });

  it('escapes contract text in markdown', () => {
    const markdown = changelogMarkdown(entries);
    expect(markdown).toContain(
      '## 2026-01-02 · as of 2026-01-02\n\n### Added\n\n- Thing.size was added — `GET /thing`, `GET /other`',
    );
    expect(markdown).toContain('- GET /new: A \\*thing\\*');
    expect(changelogMarkdown([])).toBe('No changes for callers.');
  });
});
