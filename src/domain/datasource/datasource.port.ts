import type { Http } from './connectors/connector.ts';
import type { Connectors } from './connectors/connectors.ts';
import type { GoogleSettings } from './connectors/google-drive/google-oauth.ts';

/** What data sources need from outside. */
export interface DatasourcePort {
  connectors: Connectors;
  http: Http;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Our registration with Google; null if this installation has none. */
  google: GoogleSettings | null;
  /** Where providers send the browser back to. */
  callbackUrl: string;
  /** Called when there is something to sync. */
  kick(): void;
}
