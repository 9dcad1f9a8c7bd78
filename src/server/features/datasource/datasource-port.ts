import { setTimeout } from 'node:timers/promises';
import {
  createConnectors,
  type ServiceAddresses,
  type SourceSettings,
} from '#domain/datasource/connectors/connectors.ts';
import type { DatasourcePort } from '#domain/datasource/datasource.port.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';

interface PortDeps {
  outbound: Outbound;
  services: ServiceAddresses;
  clientId: string | undefined;
  clientSecret: string | undefined;
  publicUrl: string;
  kick: () => void;
}

/** Reads sources with the client for user-supplied URLs. */
export function createDatasourcePort(deps: PortDeps): DatasourcePort {
  const { outbound, services, clientId = '', clientSecret = '', publicUrl, kick } = deps;
  const google = {
    ...services.google,
    client_id: clientId,
    client_secret: clientSecret,
  };
  const settings: SourceSettings = { ...services, google };
  return {
    connectors: createConnectors(settings),
    http: (request) => outbound.send(request),
    async sleep(milliseconds, signal) {
      await setTimeout(milliseconds, undefined, { signal });
    },
    google: clientId && clientSecret ? google : null,
    callbackUrl: new URL('/datasources/callback', publicUrl).href,
    kick,
  };
}
