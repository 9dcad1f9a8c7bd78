import { seedId } from '../seed/ids.ts';
import type { Resolvers } from './resolver.ts';

/** Settings and health. */
export const systemResolvers = {
  getClientSettings: () => ({
    api_base_url: '/api/v1',
    free_tier_project_id: seedId('project', 0),
    identity_url: '/identity',
    stripe_publishable_key: 'pk_test_unset',
    auth_method: 'jwt',
  }),
  getHealth: () => ({ status: 'ok', version: '0.1.0' }),
  getReadiness: () => ({ ready: true, checks: [{ name: 'mocks', ok: true }] }),
} satisfies Partial<Resolvers>;
