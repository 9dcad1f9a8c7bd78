type Tokenizer = { countTokens(text: string): number };

let loading: Promise<Tokenizer> | undefined;

/** Counting longer texts exactly would hold up everything else; their rest is estimated. */
const COUNTED_CHARACTERS = 200_000;

/**
 * How many tokens a text has by the tokenizer of current OpenAI models: close enough to bill what a provider
 * did not report. The tokenizer (several megabytes) is loaded when first needed.
 */
export async function countTokens(text: string): Promise<number> {
  if (text === '') return 0;
  loading ??= import('gpt-tokenizer/encoding/o200k_base');
  const { countTokens: count } = await loading;
  if (text.length <= COUNTED_CHARACTERS) return count(text);
  return Math.ceil((count(text.slice(0, COUNTED_CHARACTERS)) * text.length) / COUNTED_CHARACTERS);
}

/** A rough count that costs nothing, for figures that are shown while a run goes on. */
export function estimateTokens(characters: number): number {
  return Math.ceil(characters / 4);
}
