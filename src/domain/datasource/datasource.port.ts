import type { ByteBudget } from '#core/byte-budget.ts';
import type { Http } from './connectors/connector.ts';
import type { Connectors } from './connectors/connectors.ts';
import type { GoogleSettings } from './connectors/google-drive/google-oauth.ts';

/** What data sources need from server or mocks. */
export interface DatasourcePort {
  connectors: Connectors;
  http: Http;
  /** For the large files of all sources that are being read. */
  memory: ByteBudget;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Our OAuth client at Google; null if none is configured. */
  google: GoogleSettings | null;
  /** The OAuth redirect URI. */
  callbackUrl: string;
  /** Called when a sync is due. */
  kick(): void;
}
