import type { Table } from '../table.ts';
import type { Capabilities } from './capabilities.ts';

/** What a probe found out about a model at an endpoint. */
export interface ModelProbeRow {
  /** The endpoint's base URL. */
  endpoint: string;
  /** The model's name at the endpoint. */
  model: string;
  capabilities: Capabilities;
  probed_at: string;
  /** From when on it is probed again, because servers behind an endpoint are updated. */
  expires_at: string;
}

export interface ModelStore {
  probes: Table<ModelProbeRow>;
}
