import type { ModelType } from '#core/model/offered-model.ts';
import type { EndpointKind, EndpointOffer, ModelSupport } from '#generated/model/index.ts';
import type { BoundSecret } from '../access/bound-secret.ts';
import type { Table } from '../table.ts';

/** A header with its sealed value. */
export interface HeaderRow {
  name: string;
  last_four: string;
  sealed: BoundSecret;
}

/** A server that an organisation calls with its own key. */
export interface EndpointRow {
  id: string;
  org_id: string;
  name: string;
  kind: EndpointKind;
  base_url: string | null;
  api_version: string | null;
  region: string | null;
  access_key_id: string | null;
  /** Null if there is none. */
  key: BoundSecret | null;
  key_last_four: string;
  key_changed_at: string | null;
  key_used_at: string | null;
  headers: HeaderRow[];
  offer: EndpointOffer;
  fallback_model_id: string | null;
  /** Micro-dollars per month. */
  spend_limit: number | null;
  /** Micro-dollars that calls in progress may cost: the sum of its holds. */
  reserved: number;
  problem: string | null;
  checked_at: string | null;
  /** Incremented when the address, the key or the headers change, so that clients are made anew. */
  connection: number;
  created_by_id: string;
  created_by_name: string;
  created_at: string;
  version: number;
}

/** The fields of a model that people can correct. The endpoint's list doesn't change them afterwards. */
export type EditedField =
  | 'type'
  | 'title'
  | 'context_window'
  | 'max_output_tokens'
  | 'input_price'
  | 'output_price'
  | 'supports';

/** A model of an organisation's endpoint. */
export interface EndpointModelRow {
  /** As used in a task's `model_id`. */
  id: string;
  endpoint_id: string;
  /** The endpoint's name for it. */
  name: string;
  type: ModelType;
  title: string | null;
  /** Whether it was chosen; counts unless the endpoint offers all of them. */
  chosen: boolean;
  context_window: number | null;
  max_output_tokens: number | null;
  /** Micro-dollars per million tokens. */
  input_price: number | null;
  output_price: number | null;
  /** The model that runs go on with when this one fails; null for the endpoint's. */
  fallback_model_id: string | null;
  /** What is known to differ from what the kind's models are assumed to support. */
  supports: Partial<ModelSupport>;
  edited: EditedField[];
  is_listed: boolean;
}

/** What an endpoint's models cost in one month. */
export interface EndpointSpendRow {
  endpoint_id: string;
  /** `2026-11`, in UTC. */
  month: string;
  /** Micro-dollars. */
  spent: number;
  unpriced_calls: number;
}

/** What a call in progress may cost at most. */
export interface EndpointHoldRow {
  id: string;
  endpoint_id: string;
  /** Micro-dollars. */
  amount: number;
  /** The run that makes the call; null if no run does. */
  run_id: string | null;
  /** Micro-dollars that the call has cost up to now, for the case that its process dies; null if its price is unknown. */
  used: number | null;
  created_at: string;
}

/** A task that uses a model of an endpoint. */
export interface EndpointUseRow {
  task_id: string;
  task_name: string;
  project_id: string;
  project_name: string;
  model_id: string;
}

export interface EndpointStore {
  endpoints: Table<EndpointRow>;
  models: Table<EndpointModelRow>;
  spends: Table<EndpointSpendRow>;
  holds: Table<EndpointHoldRow>;
  /** Adds to what an endpoint's models cost in a month. */
  addSpend(row: EndpointSpendRow): Promise<void>;
  /** The tasks whose draft or active revision uses a model of an endpoint, by name, and how many there are. */
  uses(
    orgId: string,
    endpointId: string,
    limit: number,
  ): Promise<{ total: number; rows: EndpointUseRow[] }>;
}
