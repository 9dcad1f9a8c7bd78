import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

/** An area has one name: its tag in the contract is the name of its file or folder everywhere. */
const root = join(import.meta.dirname, '../..');
const contract: { tags: { name: string }[] } = parse(
  readFileSync(join(root, 'openapi/openapi.yaml'), 'utf8'),
);

/** Tags that say how operations answer, whatever area they belong to. */
const KINDS = ['stream', 'export', 'event'];
const areas = contract.tags.map(({ name }) => name).filter((name) => !KINDS.includes(name));

/** Folders of the domain that no area owns. */
const SHARED_DOMAIN = {
  identity: "the identity service's protocol is Ory's, not the contract's",
  request: 'how requests to any area are validated',
};

/** Folders of the console that no area owns. */
const SHARED_CONSOLE = { identity: "the identity service's pages" };

/** Areas without a folder in the console, and where people meet them there. */
const WITHOUT_FEATURE = {
  access: 'permissions are asked for by all pages (modules/permission)',
  deletion: 'the lists of deleted projects and organisations belong to the pages of org',
  endpoint: "the page of models shows the organisation's endpoints (model/own)",
  revision: "a panel of the task's editor (task/panels/revisions)",
  system: 'settings and health checks have no page',
  tool: "a section of the task's editor (task/editor/tools)",
};

/** The names at the first level of a folder that contains files. */
function namesIn(folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(root, folder), join(entry.parentPath, entry.name)));
  const names = files
    .filter((file) => /\/|\.yaml$/.test(file))
    .map((file) => file.split(/[/.]/)[0]);
  return [...new Set(names.map(String))].sort();
}

const without = (names: string[], exceptions: object) =>
  names.filter((name) => !(name in exceptions)).sort();

describe('the areas of the contract', () => {
  it('are the files and folders of openapi/paths', () => {
    expect(namesIn('openapi/paths')).toEqual(areas.toSorted());
  });

  it('are the folders of the domain', () => {
    expect(without(namesIn('src/domain'), SHARED_DOMAIN)).toEqual(areas.toSorted());
  });

  it('name the folders of server/features, which only areas with SQL or adapters have', () => {
    expect(namesIn('src/server/features').filter((name) => !areas.includes(name))).toEqual([]);
  });

  it('are the folders of console/features, unless they belong to the pages of another', () => {
    const expected = without(areas, WITHOUT_FEATURE);
    expect(without(namesIn('src/console/features'), SHARED_CONSOLE)).toEqual(expected);
  });
});
