import { DAY_MS } from '#core/limits.ts';
import { type StoreData, timestamp } from '../store.ts';
import { PROJECT_ID, seedId } from './ids.ts';

/** A credential for a tool server, and a signing secret that was rotated once. */
export function seedTools({ tables }: StoreData, now: number): void {
  const owner = Object.values(tables.user)[0];
  const id = seedId('credential', 1);
  const made_at = timestamp(now - 20 * DAY_MS);
  tables.tool_secret[PROJECT_ID] = {
    project_id: PROJECT_ID,
    generation: 1,
    made_at,
    old_secret_until: null,
  };
  tables.tool_credential[id] = {
    id,
    project_id: PROJECT_ID,
    origin: 'https://tools.example.com',
    authorization: '',
    updated_by_id: owner?.id ?? '',
    updated_by_name: owner?.name ?? '',
    updated_at: made_at,
  };
}
