import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const copies: string[] = [];

/** Lints a copy of the contract in which `from` became `to` in one file; gives the rules it broke. */
function rulesBroken(file: string, from: string | RegExp, to: string): string[] {
  const copy = mkdtempSync(join(tmpdir(), 'taskloom-lint-'));
  copies.push(copy);
  mkdirSync(join(copy, 'src/contract'), { recursive: true });
  cpSync(join(root, 'openapi'), join(copy, 'openapi'), { recursive: true });
  cpSync(join(root, 'src/contract/lint'), join(copy, 'src/contract/lint'), { recursive: true });
  const path = join(copy, 'openapi', file);
  const before = readFileSync(path, 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
  return lint(copy);
}

function lint(folder: string): string[] {
  const result = spawnSync(
    join(root, 'node_modules/.bin/redocly'),
    ['lint', 'openapi/openapi.yaml', '--config', 'openapi/redocly.yaml', '--format', 'json'],
    { cwd: folder, encoding: 'utf8' },
  );
  const { problems } = JSON.parse(result.stdout) as { problems: { ruleId: string }[] };
  return [...new Set(problems.map((problem) => problem.ruleId))];
}

afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

describe('the contract’s conventions', () => {
  it('are kept by the contract', () => {
    expect(lint(root)).toEqual([]);
  });

  it.each([
    ['operation-id-verb-noun', 'paths/user.yaml', 'operationId: getUser', 'operationId: userGet'],
    ['permission-declared', 'paths/user.yaml', 'x-permission: authenticated', 'x-other: 1'],
    ['permission-declared', 'paths/org.yaml', 'name: view_members', 'name: see_members'],
    ['problem-json-errors', 'openapi.yaml', '  application/problem+json:', '  application/json:'],
    ['pagination-shape', 'schemas/org.yaml', '    results:', '    items_found:'],
    ['schema-example', 'schemas/common.yaml', /\n {2}examples: \[\{ has_next.*\n/, '\n'],
  ])('%s is broken by a change in %s', (rule, file, from, to) => {
    expect(rulesBroken(file, from, to)).toContain(`taskloom/${rule}`);
  });
});
