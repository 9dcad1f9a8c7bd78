import { ByteBudget } from '#core/byte-budget.ts';
import type { DatasourcePort } from '#domain/datasource/datasource.port.ts';
import type { Domain } from '#domain/domain.ts';
import type { Store } from '../store.ts';
import { createPretendConnectors, createPretendHttp } from './pretend-sources.ts';

/** More than a simulated site has. */
const MEMORY = 100 * 1024 * 1024;

/** Data sources on a simulated internet. Nothing leaves this page. */
export function createDatasourcePort(store: Store, domain: () => Domain): DatasourcePort {
  return {
    connectors: createPretendConnectors(),
    http: createPretendHttp(),
    memory: new ByteBudget(MEMORY),
    // No real site is crawled, so there's no need for politeness.
    sleep: async (_milliseconds, signal) => signal.throwIfAborted(),
    google: null,
    callbackUrl: `${globalThis.location?.origin ?? 'http://localhost'}/datasources/callback`,
    kick: () => void import('./work.ts').then(({ workOnSyncs }) => workOnSyncs(store, domain())),
  };
}
