import type { Logger } from 'pino';
import type { Prices } from '#core/billing/money.ts';
import type { Endpoint } from '#domain/model/endpoint.ts';
import type { Settings } from '../../settings.ts';
import { knownEndpoints } from './endpoints/known-endpoints.ts';

/** The endpoints that this server can call, with the operator's statements about their models. */
export interface ModelSettings {
  /** In the order in which their models are listed. */
  endpoints: readonly Endpoint[];
  /** IDs of embedding models, the default first. */
  embeddingModels?: readonly string[] | undefined;
  /** Prices by model ID. They override all others. */
  prices?: ReadonlyMap<string, Prices> | undefined;
  /** Milliseconds between two words of the sandbox model's stream. */
  sandboxWordMs?: number | undefined;
  /** Calls the endpoints, in tests. By default, connections are kept alive. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Reports errors that no caller is waiting for. */
  onError?: ((error: Error) => void) | undefined;
}

/** The settings that concern models. */
export function modelSettings(settings: Settings, log: Logger): ModelSettings {
  return {
    endpoints: [...knownEndpoints(settings), ...settings.endpoints],
    embeddingModels: settings.EMBEDDING_MODELS,
    prices: settings.MODEL_PRICES,
    // One line with the fix is enough.
    onError: (error) => log.warn(`models: ${error.message}`),
  };
}
