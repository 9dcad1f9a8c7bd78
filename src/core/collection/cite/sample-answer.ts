import { sentencesOf } from '../sentences.ts';
import { termsOf } from '../words.ts';
import { NO_PASSAGES, passagesIn, withoutPassages } from './passage-prompt.ts';

const QUOTED_MAX = 300;

/**
 * What simulated models (the sandbox and that of the mocks) answer from passages: the sentence that has most
 * words in common with the question, quoted and cited; that there is none if nothing was found. Undefined if the prompt
 * contains no passages.
 */
export function sampleAnswer(prompt: string, question: string): string | undefined {
  if (prompt.includes(NO_PASSAGES)) return 'The documents contain no passage about this.';
  const best = closestSentence(prompt, question);
  return best && `“${best.quote}” [${best.number}]`;
}

/** A sentence of a passage. */
export interface ClosestSentence {
  quote: string;
  /** The number of the passage. */
  number: number;
}

/** The sentence in a prompt's passages that has most words in common with the question. */
export function closestSentence(prompt: string, question: string): ClosestSentence | undefined {
  const terms = new Set(termsOf(withoutPassages(question)));
  let best: (ClosestSentence & { score: number }) | undefined;
  for (const { number, text } of passagesIn(prompt)) {
    for (const sentence of sentencesOfParagraphs(text)) {
      const quote = sentence.replace(/["“”„«»]/g, '').replace(/\s+/g, ' ');
      const score = new Set(termsOf(quote).filter((term) => terms.has(term))).size;
      if (quote.length > QUOTED_MAX || (best && score <= best.score)) continue;
      best = { quote, number, score };
    }
  }
  return best;
}

/** The sentences of a text without its headings; a sentence may go on in the next line, but not in the next item. */
function sentencesOfParagraphs(text: string): string[] {
  const paragraphs = text.split(/\n(?=\s*(?:\n|[#|*>-]))|(?<=^#[^\n]*)\n/m);
  const prose = paragraphs.filter((one) => /\w|\p{L}/u.test(one) && !/^\s*#/.test(one));
  return prose.flatMap((one) =>
    [...sentencesOf(one, 0, one.length)].map(({ start, end }) => one.slice(start, end)),
  );
}
