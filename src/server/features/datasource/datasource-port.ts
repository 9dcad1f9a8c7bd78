import { setTimeout } from 'node:timers/promises';
import { ByteBudget } from '#core/byte-budget.ts';
import {
  createConnectors,
  type ServiceAddresses,
  type SourceSettings,
} from '#domain/datasource/connectors/connectors.ts';
import type { DatasourcePort } from '#domain/datasource/datasource.port.ts';
import type { Platform } from '../../platform.ts';

/** How many files of the largest size may be in memory. Of smaller ones, there may be more. */
const LARGEST_FILES = 2;

/**
 * Reads sources with the client for user-supplied URLs.
 * @param services the base URLs of the services that sources are read from
 */
export function createDatasourcePort(
  { outbound, settings: env }: Pick<Platform, 'outbound' | 'settings'>,
  services: ServiceAddresses,
  kick: () => void,
): DatasourcePort {
  const { GOOGLE_CLIENT_ID: client_id = '', GOOGLE_CLIENT_SECRET: client_secret = '' } = env;
  const google = { ...services.google, client_id, client_secret };
  const settings: SourceSettings = { ...services, google };
  return {
    connectors: createConnectors(settings),
    http: (request) => outbound.send(request),
    memory: new ByteBudget(LARGEST_FILES * env.DOCUMENT_MAX_MB * 1024 * 1024),
    async sleep(milliseconds, signal) {
      await setTimeout(milliseconds, undefined, { signal });
    },
    google: client_id && client_secret ? google : null,
    callbackUrl: new URL('/datasources/callback', env.PUBLIC_URL).href,
    kick,
  };
}
