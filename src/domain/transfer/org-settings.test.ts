import { expect, it } from 'vitest';
import type { ArchivedProject } from './archive-format.ts';
import { importedSettings, withSettings } from './org-settings.ts';

const bare = { default_model_id: null, run_retention_days: null, allowed_origins: null };
const project = (own: object = {}) => ({ name: 'Shop', ...bare, ...own }) as ArchivedProject;
const archived = {
  default_model_id: 'sandbox/sandbox',
  run_retention_days: 30,
  allowed_origins: ['https://shop.example'],
};
const empty = { default_model_id: null, run_retention_days: null, allowed_origins: [] };
const domain = { model: { find: (id: string) => (id === 'sandbox/sandbox' ? {} : undefined) } };
const imported = (own: typeof archived | typeof empty) =>
  importedSettings(domain as never, own, archived);

it('an organisation without settings takes those of the archive, except for retention', () => {
  expect(imported(empty)).toEqual({ ...archived, run_retention_days: null });
});

it('a project keeps what it had from its organisation, where the new one has something else', () => {
  expect(withSettings(project(), archived, imported(empty))).toMatchObject({
    ...bare,
    run_retention_days: 30,
  });
  const other = {
    default_model_id: 'other/model',
    run_retention_days: 7,
    allowed_origins: ['https://other.example'],
  };
  expect(withSettings(project(), archived, imported(other))).toMatchObject(archived);
  expect(withSettings(project(), archived, archived)).toMatchObject(bare);
});

it('a project keeps its own settings', () => {
  const own = { default_model_id: 'x/y', run_retention_days: 1, allowed_origins: [] };
  expect(withSettings(project(own), archived, imported(empty))).toMatchObject(own);
});
