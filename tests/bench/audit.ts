import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordingStores } from '#domain/audit/recording-stores.ts';
import type { Stores } from '#domain/stores.ts';
import { recogniseUser } from '#domain/user/recognise.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createStores } from '#server/stores.ts';
import { sizeOf } from './size.ts';
import { percentile, round } from './statistics.ts';

const WRITES = sizeOf('BENCH_WRITES', 1000, 20);

/**
 * What the audit log costs a change: the same transaction with and without it, in turn, on the embedded database.
 * Requests have other costs besides, so the ratio for a whole request is smaller.
 */
export async function benchAudit(): Promise<object> {
  const dataDir = mkdtempSync(join(tmpdir(), 'taskloom-bench-'));
  const database = await openDatabase({ dataDir });
  try {
    const stores = createStores(database.db);
    const user = await recogniseUser(stores, {
      identityId: 'bench',
      email: 'bench@example.com',
      name: 'Bench',
      isVerified: true,
      knownAt: Date.now(),
    });
    const [member] = await stores.org.members.list({
      where: { user_id: user.id },
      order: ['org_id'],
    });
    const orgId = member?.org_id ?? '';
    const [project] = await stores.project.projects.list({
      where: { org_id: orgId },
      order: ['id'],
    });
    const projectId = project?.id ?? '';
    const actor = { type: 'user', id: user.id, name: user.name, personId: null } as const;
    const recorded = recordingStores(stores, {
      action: 'updateProject',
      origin: { actor, network: '127.0.0.1', requestId: 'req_bench', orgId, projectId },
      tables: ['project'],
    });
    const rename = (of: Stores, name: string) =>
      of.transaction(async ({ project: { projects } }) => {
        await projects.lock({ id: projectId });
        await projects.change({ id: projectId }, { name });
      });
    const samples: { with: number[]; without: number[] } = { with: [], without: [] };
    for (let at = -50; at < WRITES; at += 1)
      for (const [key, of] of [
        ['without', stores],
        ['with', recorded],
      ] as const) {
        const began = performance.now();
        await rename(of, `${key} ${at}`);
        if (at >= 0) samples[key].push(performance.now() - began);
      }
    const entries = await stores.audit.entries.count({ org_id: orgId });
    if (entries < WRITES) throw new Error(`Only ${entries} of ${WRITES} changes were recorded`);
    const row = (part: number) => {
      const [without, withLog] = [
        percentile(samples.without, part),
        percentile(samples.with, part),
      ];
      return {
        'without, ms': round(without),
        'with, ms': round(withLog),
        ratio: round(withLog / without),
      };
    };
    return { 'a renamed project, p50': row(0.5), 'a renamed project, p95': row(0.95) };
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
