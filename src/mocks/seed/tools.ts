import { type StoreData, timestamp } from '../store.ts';
import { PROJECT_ID, seedId } from './ids.ts';

const DAY = 86_400_000;

/** A server that calls of tools sign in to, and a secret that somebody made. */
export function seedTools(data: StoreData, now: number): void {
  const owner = Object.values(data.users)[0];
  const id = seedId('credential', 1);
  const made_at = timestamp(now - 20 * DAY);
  data.toolSecrets = { [PROJECT_ID]: { made_at, old_secret_until: null } };
  data.toolCredentials = {
    [id]: {
      id,
      project_id: PROJECT_ID,
      origin: 'https://tools.example.com',
      updated_by: { id: owner?.id ?? '', name: owner?.name ?? '' },
      updated_at: made_at,
    },
  };
}
