import type { OfferedModel } from '#core/model/offered-model.ts';
import type { Model, ModelEndpoint } from '#generated/model/index.ts';
import type { ModelRequest, Part } from './ask.ts';
import type { Endpoint } from './endpoint.ts';

/** An endpoint of this server, without the caller's permissions. */
export type ServerEndpoint = Omit<ModelEndpoint, 'corrects_prices'>;

/** An endpoint of an organisation that can be called. What it sends back never contains its key or headers. */
export interface OpenEndpoint {
  /** Asks for its models now. Returns them, or the problem and what to do about it. */
  list(): Promise<readonly OfferedModel[] | string>;
  /**
   * Calls one of its models once.
   * @throws ModelFailure when the provider fails; the signal's reason when that was aborted
   */
  ask(model: Model, request: ModelRequest): AsyncIterable<Part>;
  /**
   * Vectors of texts; absent if its API has no embeddings.
   * @throws EmbeddingFailure
   */
  embed?(name: string, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
}

/** The models known to this server or to the mocks. */
export interface ModelPort {
  /** All models in display order, including those that cannot be called. */
  list(): Promise<Model[]>;
  /** The model with this id; undefined if there is none. */
  find(id: string): Model | undefined;
  /** The configured endpoints. */
  endpoints(): Promise<ServerEndpoint[]>;
  /** Asks an endpoint for its models now. Returns the problem and what to do about it; null if it responded. */
  check(endpointId: string): Promise<string | null>;
  /**
   * A client of an organisation's endpoint, which reaches only public addresses.
   * @param connection changes when the endpoint's address, key or headers do
   */
  open(endpoint: Endpoint, connection: number): Promise<OpenEndpoint>;
  /** What the capabilities of an endpoint's models are kept by; undefined if its vendor's are known. */
  probedAt(endpoint: Endpoint, id: string): string | undefined;
}
