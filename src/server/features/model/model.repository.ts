import { asc, getTableColumns, sql } from 'drizzle-orm';
import { ASSUMED_SUPPORT } from '#domain/model/endpoint.ts';
import type { Db } from '../../db/client.ts';
import { model } from '../../db/schema/model.ts';
import { CATALOGUE, type CatalogueModel } from '../../platform/models/catalogue.ts';

/** Updates the table to this version's catalogue. Rows that an operator added or changed are kept. */
export async function seedModels(db: Db): Promise<void> {
  const rows = CATALOGUE.map((entry, position) => ({
    ...entry,
    position,
    origin: 'catalogue' as const,
  }));
  const { id: _, origin: __, ...columns } = getTableColumns(model);
  const set = Object.keys(columns).map((name) => [name, sql.raw(`excluded.${name}`)]);
  await db
    .insert(model)
    .values(rows)
    .onConflictDoUpdate({
      target: model.id,
      set: Object.fromEntries(set),
      setWhere: sql`${model.origin} = 'catalogue'`,
    });
}

/** The models in the table, in display order. */
export async function readModels(db: Db): Promise<CatalogueModel[]> {
  const rows = await db.select().from(model).orderBy(asc(model.position), asc(model.id));
  return rows.map(({ position: _, origin: __, ...entry }) => ({
    ...entry,
    // Rows of operators may be older than some capabilities.
    supports: { ...ASSUMED_SUPPORT[entry.provider], ...entry.supports },
  }));
}
