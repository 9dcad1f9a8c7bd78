import type { OfferedModel } from '#core/model/offered-model.ts';
import type { ModelProvider, ModelSupport } from '#generated/model/index.ts';

/** A server that offers models, and how to call it. */
export interface Endpoint {
  /** The first part of the IDs of its models: `groq` in `groq/llama-3.3-70b`. */
  id: string;
  /** Display name. */
  name: string;
  provider: ModelProvider;
  /** Where it is called; undefined for the vendor's own address, and for the built-in model. */
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
  /** Of Azure OpenAI. */
  apiVersion?: string | undefined;
  /** Of Amazon Bedrock. */
  region?: string | undefined;
  /** Of Amazon Bedrock, if requests are signed. The key is then the secret access key. */
  accessKeyId?: string | undefined;
  /** Sent with each request. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Added to the body of each request to a chat model. */
  body?: Readonly<Record<string, unknown>> | undefined;
  /** The models offered. If empty, the endpoint is asked. */
  models: readonly OfferedModel[];
  /** Whether models that it doesn't offer can be called by their names, too. */
  isOpen: boolean;
  /** Capabilities of all its models, unless a model states its own. */
  supports?: Partial<ModelSupport> | undefined;
  /** The settings to mend when it rejects the key, or can't be reached. */
  settings: { key: string; url: string };
}

const EVERYTHING = {
  streaming: true,
  structured_output: true,
  temperature: true,
  tools: true,
  images: true,
  files: true,
  stop: true,
  seed: true,
  penalties: true,
  reasoning: true,
};

/**
 * What a provider's models are assumed to support if nothing else is known about them. Compatible servers report what
 * their models don't support.
 */
export const ASSUMED_SUPPORT: Readonly<Record<ModelProvider, ModelSupport>> = {
  sandbox: EVERYTHING,
  openai: EVERYTHING,
  anthropic: { ...EVERYTHING, seed: false, penalties: false },
  compatible: EVERYTHING,
  azure: EVERYTHING,
  bedrock: { ...EVERYTHING, seed: false, penalties: false },
};

/** Splits a model's ID into its endpoint's and its name there, which may contain further slashes. */
export function splitModelId(id: string): [endpoint: string, name: string] {
  const slash = id.indexOf('/');
  return slash < 0 ? [id, ''] : [id.slice(0, slash), id.slice(slash + 1)];
}
