import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '#generated/model/index.ts';
import { changesLine, fieldLabel, valueText } from './change-words.ts';
import { actorLabel, describeEntry } from './entry-words.ts';

const entry = (parts: Partial<AuditEntry>): AuditEntry => ({
  id: 'audit_1',
  created_at: '2026-11-20T09:00:00Z',
  last_at: '2026-11-20T09:00:00Z',
  outcome: 'done',
  action: 'updateTask',
  actor: { type: 'user', id: 'user_1', name: 'Ada', person: null },
  target: { type: 'task', id: 'task_1', name: 'Reviews' },
  project_id: null,
  changes: [],
  count: 1,
  reason: null,
  network: null,
  request_id: null,
  ...parts,
});
const many = { type: 'document', id: null, name: null } as const;

describe('an entry of the audit log in words', () => {
  it.each([
    ['updateTask', {}, 'Changed task “Reviews”'],
    ['createTaskRevision', {}, 'Saved a revision of task “Reviews”'],
    ['activateTaskRevision', {}, 'Set the active revision of task “Reviews”'],
    ['moveTask', {}, 'Moved task “Reviews”'],
    [
      'deleteSpendAlert',
      { target: { type: 'org', id: 'org_1', name: 'Acme' } },
      'Deleted a spend alert for organisation “Acme”',
    ],
    [
      'cancelPlan',
      { target: { type: 'org', id: 'org_1', name: 'Acme' } },
      'Cancelled the plan of organisation “Acme”',
    ],
    [
      'createTopUp',
      { target: { type: 'org', id: 'org_1', name: 'Acme' }, outcome: 'refused' },
      'Tried to buy credits for organisation “Acme”',
    ],
    [
      'leaveOrg',
      { target: { type: 'member', id: 'user_1', name: 'Ada' } },
      'Left the organisation as member “Ada”',
    ],
    [
      'leaveOrg',
      { target: { type: 'api_key', id: 'key_1', name: 'CI' } },
      'Ended API key “CI” together with the access of a person',
    ],
    [
      'updateOrgMembers',
      { target: { type: 'widget', id: 'widget_1', name: 'Help' } },
      'Replaced the key of chat widget “Help” together with the access of a person',
    ],
    [
      'exportRuns',
      { target: { type: 'project', id: 'project_1', name: 'Support' } },
      'Exported the runs of project “Support”',
    ],
    [
      'resendInvitation',
      { target: { type: 'invitation', id: 'i', name: 'a@b.test' } },
      'Resent invitation “a@b.test”',
    ],
    [
      'cancelInvitation',
      { target: { type: 'invitation', id: 'i', name: 'a@b.test' } },
      'Cancelled invitation “a@b.test”',
    ],
    [
      'disableWebhook',
      { target: { type: 'webhook', id: 'w', name: 'All' } },
      'Disabled webhook “All”, whose deliveries failed',
    ],
    [
      'endAccess',
      { target: { type: 'api_key', id: 'k', name: 'CI' } },
      'Deleted API key “CI” of an account that was taken over by the owner of its address',
    ],
    ['changeDocuments', { target: many, count: 1250 }, 'Changed 1,250 documents'],
    [
      'deleteOrg',
      { outcome: 'refused', count: 3, target: { type: 'org', id: 'o', name: null } },
      'Tried to delete the organisation',
    ],
    [
      'createApiKey',
      { outcome: 'refused', target: { type: 'api_key', id: null, name: null } },
      'Tried to create an API key',
    ],
    [
      'shareChat',
      { target: { type: 'chat', id: 'chat_1', name: null } },
      'Changed who can view a chat',
    ],
  ] as const)('%s %j: %s', (action, parts, words) => {
    expect(describeEntry(entry({ action, ...parts } as Partial<AuditEntry>))).toBe(words);
  });

  it('names a program with the person behind it', () => {
    const person = { id: 'user_1', name: 'Ada' };
    expect(actorLabel({ type: 'api_key', id: 'key_1', name: 'Backend', person })).toBe(
      'Backend (API key of Ada)',
    );
    expect(actorLabel({ type: 'system', id: 'system', name: 'Taskloom', person: null })).toBe(
      'Taskloom',
    );
  });

  it('tells the first changes, and of hidden ones only that there were some', () => {
    const changes = [
      { field: 'name', before: 'Old', after: 'New', is_hidden: false },
      { field: 'definition', before: null, after: null, is_hidden: true },
      { field: 'tags', before: [], after: ['a'], is_hidden: false },
    ];
    expect(changesLine(entry({ changes }))).toBe('Name: Old → New, Definition changed, 1 more');
    expect(changesLine(entry({ action: 'createTask', changes }))).toBe('');
  });

  it('says fields and values as people do', () => {
    expect(fieldLabel('environments.staging')).toBe('Environments › staging');
    expect([true, null, [], 1200, ['a', 'b']].map((value) => valueText(value))).toEqual([
      'yes',
      '–',
      '–',
      '1,200',
      'a, b',
    ]);
    expect(valueText('2026-11-20T09:00:00.000Z')).toMatch(/^20 Nov 2026/);
  });

  it('says money in dollars', () => {
    const change = { field: 'amount', before: 5_000_000, after: null, is_hidden: false };
    const limit = entry({ action: 'replaceProjectSpendLimit', changes: [change] });
    expect(changesLine(limit)).toBe('Amount: $5.00 → –');
    expect(changesLine({ ...limit, action: 'createSpendAlert' })).toBe('Amount: $5.00 → –');
    expect(valueText(20_000_000, 'monthly_cap')).toBe('$20.00');
  });
});
