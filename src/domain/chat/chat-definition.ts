import { ASSISTANT_PROMPT } from '#core/assistant/actions.ts';
import { SMALL_TALK_RULES } from '#core/chat/small-talk.ts';
import type { ChatConfig, TaskDefinition } from '#generated/model/index.ts';

/** The variable that contains the message. */
export const MESSAGE = 'message';
const TOP_K = 8;
/** The neighbouring chunks joined to each passage, so that a model sees what surrounds a match. */
const NEIGHBOURS = 1;
/** Of all passages together. */
const PASSAGE_TOKENS = 6000;

/** A message as far as its answer depends on it. */
interface Asked {
  modelId: string;
  /** The placeholders of images, which are no inputs of the run. */
  images: readonly string[];
  isSmallTalk: boolean;
}

/** What answers a message, in the form that runs execute. */
export function definitionOf(
  config: ChatConfig,
  { modelId, images, isSmallTalk }: Asked,
): TaskDefinition {
  const { system_prompt = '', temperature, collection_ids = [], top_k = TOP_K } = config;
  const own = config.type === 'assistant' ? ASSISTANT_PROMPT : system_prompt;
  return {
    system_prompt: literal(isSmallTalk ? `${own}\n\n${SMALL_TALK_RULES}`.trim() : own),
    user_prompt: [`{${MESSAGE}}`, ...images.map((name) => `{${name}}`)].join('\n'),
    variables: [{ name: MESSAGE, type: 'text', required: true }],
    output_format: { type: 'text' },
    model_id: modelId,
    parameters: temperature === null || temperature === undefined ? {} : { temperature },
    ...(config.type === 'collections' &&
      !isSmallTalk && {
        retrieval: {
          collection_ids,
          query_variable: MESSAGE,
          top_k,
          neighbours: NEIGHBOURS,
          max_tokens: PASSAGE_TOKENS,
        },
      }),
  };
}

/** A text as a prompt without variables. */
function literal(text: string): string {
  return text.replace(/[{}]/g, '$&$&');
}
