import type { Model, ModelEndpoint } from '#generated/model/index.ts';

/** The models known to this server or to the mocks. */
export interface ModelPort {
  /** All models in display order, including those that cannot be called. */
  list(): Promise<Model[]>;
  /** The model with this id; undefined if there is none. */
  find(id: string): Model | undefined;
  /** The configured endpoints. */
  endpoints(): Promise<ModelEndpoint[]>;
  /** Asks an endpoint for its models now. Returns the problem and what to do about it; null if it responded. */
  check(endpointId: string): Promise<string | null>;
}
