import { sentencesOf } from '../sentences.ts';
import { termsOf } from '../words.ts';
import { passagesIn } from './passage-prompt.ts';

const QUOTED_MAX = 300;

/**
 * What the models without a model (the sandbox and that of the mocks) answer from passages: the sentence that has most
 * words in common with the question, quoted and cited. Undefined if the prompt contains none.
 */
export function sampleAnswer(prompt: string, question: string): string | undefined {
  const terms = new Set(termsOf(withoutPassages(question)));
  let best: { quote: string; number: number; score: number } | undefined;
  for (const { number, text } of passagesIn(prompt)) {
    for (const { start, end } of sentencesOf(text, 0, text.length)) {
      const quote = text.slice(start, end).replace(/["“”„«»]/g, '');
      const score = termsOf(quote).filter((term) => terms.has(term)).length;
      const isUsable = !quote.includes('\n') && quote.length <= QUOTED_MAX;
      if (isUsable && (best === undefined || score > best.score)) best = { quote, number, score };
    }
  }
  return best && `“${best.quote}” [${best.number}]`;
}

function withoutPassages(prompt: string): string {
  return prompt.replace(/<passages>[\s\S]*<\/passages>/, '');
}
