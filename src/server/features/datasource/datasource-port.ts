import { setTimeout } from 'node:timers/promises';
import { ByteBudget } from '#core/byte-budget.ts';
import {
  createConnectors,
  type ServiceAddresses,
  type SourceSettings,
} from '#domain/datasource/connectors/connectors.ts';
import type { DatasourcePort } from '#domain/datasource/datasource.port.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';

/** How many files of the largest size may be in memory. Of smaller ones, there may be more. */
const LARGEST_FILES = 2;

interface PortDeps {
  outbound: Outbound;
  services: ServiceAddresses;
  clientId: string | undefined;
  clientSecret: string | undefined;
  publicUrl: string;
  /** The largest file, in bytes. */
  maxBytes: number;
  kick: () => void;
}

/** Reads sources with the client for user-supplied URLs. */
export function createDatasourcePort(deps: PortDeps): DatasourcePort {
  const { outbound, services, clientId = '', clientSecret = '', publicUrl, maxBytes, kick } = deps;
  const google = {
    ...services.google,
    client_id: clientId,
    client_secret: clientSecret,
  };
  const settings: SourceSettings = { ...services, google };
  return {
    connectors: createConnectors(settings),
    http: (request) => outbound.send(request),
    memory: new ByteBudget(LARGEST_FILES * maxBytes),
    async sleep(milliseconds, signal) {
      await setTimeout(milliseconds, undefined, { signal });
    },
    google: clientId && clientSecret ? google : null,
    callbackUrl: new URL('/datasources/callback', publicUrl).href,
    kick,
  };
}
