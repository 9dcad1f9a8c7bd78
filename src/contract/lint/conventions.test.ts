import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lint } from '../cli/lint-command.ts';

const root = join(import.meta.dirname, '../../..');
const copy = mkdtempSync(join(tmpdir(), 'taskloom-lint-'));

/** For each rule: an edit that breaks it, and the file that the linter reports. */
const BREAKS: [rule: string, told: string, file: string, from: string | RegExp, to: string][] = [
  [
    'operation-id-verb-noun',
    'paths/user.yaml',
    'paths/user.yaml',
    'operationId: getUser',
    'operationId: userGet',
  ],
  [
    'permission-declared',
    'paths/user.yaml',
    'paths/user.yaml',
    'x-permission: authenticated',
    'x-other: 1',
  ],
  [
    'permission-declared',
    'paths/org.yaml',
    'paths/org.yaml',
    'name: view_members',
    'name: see_members',
  ],
  [
    'permission-declared',
    'paths/webhook.yaml',
    'paths/webhook.yaml',
    'x-permission: { level: project, name: edit }',
    'x-other: 1',
  ],
  [
    'sensitivity-declared',
    'paths/org.yaml',
    'paths/org.yaml',
    'x-sensitive: true',
    'x-sensitive: maybe',
  ],
  [
    'sensitivity-declared',
    'paths/key.yaml',
    'paths/key.yaml',
    /(operationId: deleteApiKey\n\s+summary(?:.|\n)*?)\n\s+x-sensitive: true/,
    '$1',
  ],
  [
    'problem-json-errors',
    'paths/user.yaml',
    'openapi.yaml',
    '  application/problem+json:',
    '  application/json:',
  ],
  [
    'refusal-declared',
    'paths/invitation/invitation.yaml',
    'paths/invitation/invitation.yaml',
    /(operationId: resendInvitation(?:.|\n)*?) {6}'400': .*\n/,
    '$1',
  ],
  ['webhook-tag', 'openapi.yaml', 'openapi.yaml', 'tags: [event]', 'tags: [webhook]'],
  ['pagination-shape', 'paths/org.yaml', 'schemas/org.yaml', '    results:', '    items_found:'],
  [
    'list-limit',
    'schemas/task/definition.yaml',
    'schemas/task/definition.yaml',
    /\n *maxItems: 100/,
    '',
  ],
  [
    'schema-example',
    'schemas/common.yaml',
    'schemas/common.yaml',
    /\n {2}examples: \[\{ has_next.*\n/,
    '\n',
  ],
  [
    'link-target',
    'paths/webhook.yaml',
    'paths/webhook.yaml',
    'webhookId: $response.body#/webhook/id',
    'webhookId: $response.body#/id',
  ],
  [
    'link-target',
    'paths/key.yaml',
    'paths/key.yaml',
    'operationId: deleteApiKey\n            parameters:',
    'operationId: deleteKey\n            parameters:',
  ],
  [
    'link-target',
    'paths/task.yaml',
    'paths/task.yaml',
    /(links:(?:.|\n)*?) {14}taskId: .*\n/,
    '$1',
  ],
  [
    'link-target',
    'paths/collection/collection.yaml',
    'paths/collection/collection.yaml',
    'collectionId: $response.body#/id',
    'collection: $response.body#/id',
  ],
  [
    'link-target',
    'paths/chat/chat.yaml',
    'paths/chat/chat.yaml',
    'orgId: $request.path.orgId',
    'orgId: $request.path.org',
  ],
];

/** The broken rules by file, with all edits applied to one copy of the contract: starting the linter takes a second. */
let broken: string[] = [];

beforeAll(async () => {
  for (const folder of ['openapi', 'src/contract/lint', 'src/core/json'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  for (const [, , file, from, to] of BREAKS) {
    const path = join(copy, 'openapi', file);
    const before = readFileSync(path, 'utf8');
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    writeFileSync(path, after);
  }
  const { findings } = await lint(join(copy, 'openapi'));
  broken = findings.map(
    ({ rule, place }) => `${rule} ${relative(join(copy, 'openapi'), place?.file ?? '')}`,
  );
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe("the contract's conventions", () => {
  it.each(BREAKS)('%s is reported in %s', (rule, reported) => {
    expect(broken).toContain(`taskloom/${rule} ${reported}`);
  });
});
