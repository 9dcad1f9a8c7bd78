import { describe, expect, it } from 'vitest';
import { ProblemError } from '../problem.ts';
import type { AuditStore } from './audit.store.ts';
import type { AuditEntryRow } from './audit.tables.ts';
import { recordsRefusals, refusalOf } from './refusal.ts';
import { Refusals, TARGETS_MAX } from './refusals.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-20T09:00:00Z');
const principal = {
  type: 'user',
  userId: 'user_1',
  identityId: 'i',
  sessionId: 's',
  name: 'Mira',
  email: 'mira@example.com',
} as const;
const forbidden = new ProblemError('forbidden');
const request = (params: object, parts: object = {}) => ({
  params,
  principal,
  access: { orgRole: null, projectRole: null },
  network: '203.0.113.7',
  requestId: 'req_1',
  ...parts,
});
const refusal = (webhookId: string) => {
  const found = refusalOf(
    'deleteWebhook',
    request({ orgId: 'org_1', projectId: 'project_1', webhookId }),
    forbidden,
  );
  if (!found) throw new Error('Not recorded');
  return found;
};

function store() {
  const rows = new Map<string, AuditEntryRow>();
  let writes = 0;
  const entries = {
    async insert(given: readonly AuditEntryRow[]) {
      writes += 1;
      for (const row of given) rows.set(row.id, row);
    },
    async change({ id }: { id: string }, change: Partial<AuditEntryRow>) {
      writes += 1;
      rows.set(id, { ...(rows.get(id) as AuditEntryRow), ...change });
      return 1;
    },
  } as unknown as AuditStore['entries'];
  return { entries, rows, writes: () => writes };
}

describe('a refused attempt', () => {
  it('says who tried what where, and why it was refused', () => {
    expect(refusal('webhook_1')).toMatchObject({
      org_id: 'org_1',
      project_id: 'project_1',
      outcome: 'refused',
      action: 'deleteWebhook',
      actor_id: 'user_1',
      actor_name: 'Mira',
      target_type: 'webhook',
      target_id: 'webhook_1',
      reason: 'forbidden',
      network: '203.0.113.7',
    });
  });

  it('is recorded for changes only, and only of those who may see the organisation', () => {
    const org = { orgId: 'org_1' };
    expect(refusalOf('deleteOrg', request(org), forbidden)).toMatchObject({ target_id: 'org_1' });
    expect(refusalOf('deleteOrg', request(org), new ProblemError('not_found'))).toBeUndefined();
    expect(refusalOf('deleteOrg', request(org, { access: undefined }), forbidden)).toBeUndefined();
    expect(
      refusalOf('deleteOrg', request(org, { principal: undefined }), forbidden),
    ).toBeUndefined();
    expect((['runTask', 'listTasks', 'createChat'] as const).filter(recordsRefusals)).toEqual([]);
  });
});

describe('refused attempts', () => {
  it('at the same thing are one entry an hour', async () => {
    const refusals = new Refusals();
    const { entries, rows } = store();
    refusals.add(refusal('webhook_1'), NOW);
    refusals.add(refusal('webhook_1'), NOW + 1);
    await refusals.save({ entries }, NOW + 1);
    refusals.add(refusal('webhook_1'), NOW + 2);
    refusals.add(refusal('webhook_2'), NOW + 2);
    await refusals.save({ entries }, NOW + 2);
    expect([...rows.values()].map(({ target_id, count }) => [target_id, count])).toEqual([
      ['webhook_1', 3],
      ['webhook_2', 1],
    ]);
    await refusals.save({ entries }, NOW + 2 * HOUR);
    refusals.add(refusal('webhook_1'), NOW + 2 * HOUR);
    await refusals.save({ entries }, NOW + 2 * HOUR);
    expect(rows.size).toBe(3);
  });

  it('in a flood neither fill the table nor cost a statement each', async () => {
    const refusals = new Refusals();
    const { entries, rows, writes } = store();
    for (let i = 0; i < 20_000; i += 1) refusals.add(refusal(`webhook_${i}`), NOW);
    await refusals.save({ entries }, NOW);
    expect(rows.size).toBe(TARGETS_MAX + 1);
    expect(writes()).toBeLessThan(5);
    const rest = [...rows.values()].find(({ target_id }) => target_id === null);
    expect(rest?.count).toBe(20_000 - TARGETS_MAX);
  });

  it('are saved later if that fails', async () => {
    const refusals = new Refusals();
    const { entries, rows } = store();
    refusals.add(refusal('webhook_1'), NOW);
    const broken = { insert: () => Promise.reject(new Error('disk full')) } as never;
    await expect(refusals.save({ entries: broken }, NOW)).rejects.toThrow('disk full');
    await refusals.save({ entries }, NOW);
    expect(rows.size).toBe(1);
  });
});
