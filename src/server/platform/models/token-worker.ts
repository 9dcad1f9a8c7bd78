import { parentPort } from 'node:worker_threads';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** Counting longer texts exactly would take seconds, so the rest is estimated. */
const COUNTED_CHARACTERS = 200_000;

parentPort?.on('message', ({ id, text }: { id: number; text: string }) => {
  parentPort?.postMessage({ id, tokens: count(text) });
});

function count(text: string): number {
  if (text.length <= COUNTED_CHARACTERS) return countTokens(text);
  const counted = countTokens(text.slice(0, COUNTED_CHARACTERS));
  return Math.ceil((counted * text.length) / COUNTED_CHARACTERS);
}
