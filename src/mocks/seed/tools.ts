import { credentialPlace } from '#core/access/secret-place.ts';
import { DAY_MS } from '#core/limits.ts';
import { sealFor } from '#domain/access/bound-secret.ts';
import { CREDENTIAL } from '#domain/tool/tool.service.ts';
import { MOCK_SECRETS } from '../secrets.ts';
import { type StoreData, timestamp } from '../store.ts';
import { PROJECT_ID, seedId } from './ids.ts';

/** A credential for a tool server, and a signing secret that was rotated once. */
export function seedTools({ tables }: StoreData, now: number): void {
  const owner = Object.values(tables.user)[0];
  const id = seedId('credential', 1);
  const scope = { origin: 'https://tools.example.com', path: '/' };
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
    ...scope,
    authorization: sealFor(MOCK_SECRETS, CREDENTIAL, credentialPlace(scope), 'Bearer mock'),
    updated_by_id: owner?.id ?? '',
    updated_by_name: owner?.name ?? '',
    updated_at: made_at,
  };
}
