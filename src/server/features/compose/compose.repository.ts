import { sql } from 'drizzle-orm';
import type { ComposeStore } from '#domain/compose/compose.store.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { Db, Tx } from '../../db/client.ts';

/** Queries on articles that their tables can't express. */
export function composeMethods(db: Db | Tx): MethodsOf<ComposeStore> {
  return {
    async strayFiles(limit) {
      const { rows } = await db.execute<{ id: string; file: string }>(sql`
        select id, file from article_file uploaded
        where not exists (select from article where article.id = uploaded.article_id)
        limit ${limit}`);
      return rows;
    },
  };
}
