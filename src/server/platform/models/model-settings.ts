import type { Prices } from '#core/billing/money.ts';

/** The providers that this server can call. A provider without settings is never called. */
export interface ModelSettings {
  openaiApiKey?: string | undefined;
  openaiBaseUrl?: string | undefined;
  anthropicApiKey?: string | undefined;
  anthropicBaseUrl?: string | undefined;
  compatibleBaseUrl?: string | undefined;
  compatibleApiKey?: string | undefined;
  /** If empty, the server at the base URL is queried for its models. */
  compatibleModels?: readonly string[] | undefined;
  /** IDs of embedding models, the default first. */
  embeddingModels?: readonly string[] | undefined;
  /** Prices by model id. They replace those of the catalogue. */
  prices?: ReadonlyMap<string, Prices> | undefined;
  /** Milliseconds between two words of the sandbox model's stream. */
  sandboxWordMs?: number | undefined;
  /** Reports errors that no caller is waiting for. */
  onError?: ((error: Error) => void) | undefined;
}
