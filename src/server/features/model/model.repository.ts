import { asc, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { model } from '../../db/schema/model.ts';
import { CATALOGUE, type CatalogueModel } from '../../platform/models/catalogue.ts';

/** Brings the table up to the catalogue of this version; rows that an operator added or changed stay. */
export async function seedModels(db: Db): Promise<void> {
  const rows = CATALOGUE.map((entry, position) => ({
    id: entry.id,
    name: entry.name,
    provider: entry.provider,
    contextWindow: entry.context_window,
    maxOutputTokens: entry.max_output_tokens,
    inputPrice: entry.input_price,
    outputPrice: entry.output_price,
    supports: entry.supports,
    position,
    origin: 'catalogue' as const,
  }));
  const columns = [
    'name',
    'provider',
    'context_window',
    'max_output_tokens',
    'input_price',
    'output_price',
    'supports',
    'position',
  ];
  await db
    .insert(model)
    .values(rows)
    .onConflictDoUpdate({
      target: model.id,
      set: Object.fromEntries(columns.map((name) => [camel(name), sql.raw(`excluded.${name}`)])),
      setWhere: sql`${model.origin} = 'catalogue'`,
    });
}

/** The models that are known by name, in the order of lists. */
export async function readModels(db: Db): Promise<CatalogueModel[]> {
  const rows = await db.select().from(model).orderBy(asc(model.position), asc(model.id));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    provider: row.provider,
    context_window: row.contextWindow,
    max_output_tokens: row.maxOutputTokens,
    input_price: row.inputPrice,
    output_price: row.outputPrice,
    supports: row.supports,
  }));
}

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
