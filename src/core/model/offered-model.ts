import type { ModelSupport } from '#generated/model/index.ts';

/** What a model is for. Only chat models can be used in tasks and chats. */
export type ModelType = 'chat' | 'embedding';

/** A model that an endpoint offers, as far as it is known from the settings or from the endpoint's own list. */
export interface OfferedModel {
  /** The endpoint's name for it. */
  name: string;
  type: ModelType;
  /** Display name. */
  title?: string | undefined;
  context_window?: number | undefined;
  max_output_tokens?: number | undefined;
  /** Micro-dollars per million tokens. */
  input_price?: number | undefined;
  output_price?: number | undefined;
  supports?: Partial<ModelSupport> | undefined;
}

const EMBEDDING_NAME =
  /embed|(^|[/_-])(bge|gte|e5|minilm|paraphrase|sentence-t5|instructor|uae|jina-clip)([._-]|\d|$)/i;

const OTHER_NAME =
  /whisper|(^|[/_-])(tts|dall-e|sora|flux|stable-diffusion|sdxl)([._-]|\d|$)|rerank|moderation|transcri|gpt-image|-image-\d|speech|realtime/i;

/** A model's type, guessed from its name; null for models that are neither, such as those for speech. */
export function typeByName(name: string): ModelType | null {
  if (OTHER_NAME.test(name)) return null;
  return EMBEDDING_NAME.test(name) ? 'embedding' : 'chat';
}
