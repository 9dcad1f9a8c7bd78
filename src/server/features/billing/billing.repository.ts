import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { ledgerEntry } from '../../db/schema/billing.ts';
import { org } from '../../db/schema/org.ts';

/**
 * Adds an entry and changes the balance with it, once for each reference.
 * @returns whether it was added: false when there was one of this reference
 */
export async function addEntry(tx: Tx, entry: typeof ledgerEntry.$inferInsert): Promise<boolean> {
  const added = await tx
    .insert(ledgerEntry)
    .values(entry)
    .onConflictDoNothing({ target: ledgerEntry.reference })
    .returning({ id: ledgerEntry.id });
  if (added.length === 0) return false;
  await tx
    .update(org)
    .set({ balance: sql`${org.balance} + ${entry.amount}` })
    .where(eq(org.id, entry.org_id));
  return true;
}

/** What is left of an organisation's money and what was ever put in; undefined when there is no such organisation. */
export async function readBalance(
  db: Db,
  orgId: string,
): Promise<{ balance: number; granted: number } | undefined> {
  const granted = db
    .select({ total: sql`coalesce(sum(${ledgerEntry.amount}), 0)` })
    .from(ledgerEntry)
    .where(and(eq(ledgerEntry.org_id, orgId), eq(ledgerEntry.kind, 'grant')));
  const rows = await db
    .select({ balance: org.balance, granted: sql<number>`(${granted})::float8` })
    .from(org)
    .where(eq(org.id, orgId));
  return rows[0];
}
