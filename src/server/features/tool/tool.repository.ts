import type { ToolStore } from '#domain/tool/tool.store.ts';
import type { Db, Tx } from '../../db/client.ts';
import { toolCredential, toolSecret } from '../../db/schema/tool.ts';
import { sqlTable } from '../../db/table.ts';

export function toolStore(db: Db | Tx): ToolStore {
  return { secrets: sqlTable(db, toolSecret), credentials: sqlTable(db, toolCredential) };
}
