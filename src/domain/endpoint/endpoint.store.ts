import type { StoreOf } from '../table.ts';
import type { ENDPOINT_TABLES, EndpointSpendRow } from './endpoint.tables.ts';

/** A task that uses a model of an endpoint. */
export interface EndpointUseRow {
  task_id: string;
  task_name: string;
  project_id: string;
  project_name: string;
  model_id: string;
}

export interface EndpointStore extends StoreOf<typeof ENDPOINT_TABLES> {
  /** Adds to what an endpoint's models cost in a month. */
  addSpend(row: EndpointSpendRow): Promise<void>;
  /** The tasks whose draft or active revision uses a model of an endpoint, by name, and how many there are. */
  uses(
    orgId: string,
    endpointId: string,
    limit: number,
  ): Promise<{ total: number; rows: EndpointUseRow[] }>;
}
