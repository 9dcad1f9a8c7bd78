import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { identityCode, identityFlow } from '#domain/identity/identity.tables.ts';
import type { CodeRow, FlowKind } from '#domain/identity/rows.ts';
import type { Executor } from '#server/db/executor.ts';

const live = (flowId: string, hash: string, now: Date) =>
  and(
    eq(identityCode.flowId, flowId),
    eq(identityCode.hash, hash),
    isNull(identityCode.usedAt),
    gt(identityCode.expiresAt, now),
  );

/** Replaces the flow's earlier codes with a new one. */
export async function replaceCode(db: Executor, row: CodeRow): Promise<void> {
  await db.delete(identityCode).where(eq(identityCode.flowId, row.flowId));
  await db.insert(identityCode).values(row);
}

/** Uses up the flow's live code with this hash; undefined if there is none. */
export async function consumeCode(
  db: Executor,
  flowId: string,
  hash: string,
  now: Date,
): Promise<CodeRow | undefined> {
  const [row] = await db
    .update(identityCode)
    .set({ usedAt: now })
    .where(live(flowId, hash, now))
    .returning();
  return row;
}

/** The latest unused code that was sent to a person for flows of a kind, and that works until a time. */
export async function findLatestCode(
  db: Executor,
  identityId: string,
  kind: FlowKind,
  until: Date,
): Promise<CodeRow | undefined> {
  const [row] = await db
    .select({ code: identityCode })
    .from(identityCode)
    .innerJoin(identityFlow, eq(identityFlow.id, identityCode.flowId))
    .where(
      and(
        eq(identityCode.identityId, identityId),
        eq(identityFlow.kind, kind),
        gt(identityCode.expiresAt, until),
        isNull(identityCode.usedAt),
      ),
    )
    .orderBy(desc(identityCode.expiresAt))
    .limit(1);
  return row?.code;
}

/** The flow's live code with this hash; undefined if there is none. */
export async function findLiveCode(
  db: Executor,
  flowId: string,
  hash: string,
  now: Date,
): Promise<CodeRow | undefined> {
  const [row] = await db
    .select()
    .from(identityCode)
    .where(live(flowId, hash, now));
  return row;
}
