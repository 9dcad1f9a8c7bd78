import { describe, expect, it } from 'vitest';
import { exportRecorded, tablesRecorded } from '#domain/audit/audited-operations.ts';
import { operations } from '#domain/call.ts';
import type { Org } from '#generated/model/index.ts';
import type { OperationId } from '#generated/operations/index.ts';
import { call, type Target, type Who, written } from './target.ts';

/** What no suite calls successfully on both targets. Others must be called, so that their entries are checked. */
const NOT_CALLED: readonly OperationId[] = [
  'acceptOAuthRequest',
  'completeDatasourceConnection',
  // Called without the helper that remembers calls, because its response is no text.
  'downloadTransfer',
  // The server of these tests takes no payments.
  'replaceAutoTopUp',
  'revokeUserGrant',
];

const patterns = Object.values(operations).map(({ id, method, path }) => ({
  id,
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Asks at the end what the audit log says about everything that the suites did. */
export function suite(target: () => Target): void {
  describe('the audit log of all suites', () => {
    it('has an entry of every operation that is recorded, and of no other', async () => {
      const recorded = new Set<string>();
      for (const who of ['owner', 'editor', 'member', 'outsider'] as const) {
        for (const orgId of await orgsOf(target(), who)) {
          for (const id of await requestsIn(target(), who, orgId)) recorded.add(id);
        }
      }
      const calls = (written.get(target()) ?? []).map(({ method, path, requestId }) => ({
        op: operationOf(method, path),
        hasEntry: recorded.has(requestId),
      }));
      const called = new Set(calls.map(({ op }) => op));
      const left = new Set(calls.filter(({ hasEntry }) => hasEntry).map(({ op }) => op));
      const audited = (Object.keys(operations) as OperationId[]).filter(isRecorded);
      const silent = audited.filter((op) => called.has(op) && !left.has(op));
      const talkative = [...left].filter((op) => !op || !isRecorded(op));
      expect({ silent, talkative }).toEqual({ silent: [], talkative: [] });
      // If all suites ran, and not only those that somebody chose.
      if (called.size > 100) {
        const uncalled = audited.filter((op) => !called.has(op) && !NOT_CALLED.includes(op));
        expect(uncalled).toEqual([]);
      }
    });
  });
}

function isRecorded(op: OperationId): boolean {
  return tablesRecorded(op) !== undefined || exportRecorded(op) !== undefined;
}

/** The organisations whose log somebody may read. */
async function orgsOf(target: Target, who: Who): Promise<string[]> {
  const { body } = await call(target, who, 'GET', '/org?membership=member&page_limit=100');
  const readable = (body.results as Org[]).filter(({ role }) => role === 'owner');
  return readable.map(({ id }) => id);
}

/** The requests of all entries. */
async function requestsIn(target: Target, who: Who, orgId: string): Promise<string[]> {
  const path = `/org/${orgId}/audit/export?format=jsonl&outcome=done`;
  const { body } = await call(target, who, 'GET', path);
  const lines = String(body).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line).request_id);
}

function operationOf(method: string, path: string): OperationId | undefined {
  const [name = ''] = path.split('?');
  return patterns.find((one) => one.method === method && one.pattern.test(name))?.id;
}
