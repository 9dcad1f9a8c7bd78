import { and, desc, eq, ilike, lt, or, type SQL, sql } from 'drizzle-orm';
import type { MethodsOf } from '#domain/stores.ts';
import type { TemplateStore } from '#domain/template/template.store.ts';
import type { Db, Tx } from '../../db/client.ts';
import { containing } from '../../db/containing.ts';
import { template } from '../../db/schema/template.ts';

export function templateMethods(db: Db | Tx): MethodsOf<TemplateStore> {
  return {
    search(orgId, { q = '', tag, before, limit }) {
      return db
        .select()
        .from(template)
        .where(
          and(
            eq(template.org_id, orgId),
            before === undefined ? undefined : lt(template.id, before),
            tag === undefined
              ? undefined
              : sql`${template.tags} @> ${JSON.stringify([tag])}::jsonb`,
            ...q.split(/\s+/).filter(Boolean).map(holding),
          ),
        )
        .orderBy(desc(template.id))
        .limit(limit);
    },
  };
}

function holding(word: string): SQL | undefined {
  const pattern = containing(word);
  return or(
    ilike(template.name, pattern),
    ilike(template.description, pattern),
    ilike(sql`${template.tags}::text`, pattern),
  );
}
