import type { ChatGrounding, RunCitation } from '#generated/model/index.ts';
import { sentencesIn } from '../collection/cite/claims.ts';
import { supportOf, toComparable } from '../collection/cite/support.ts';

/** Shorter sentences introduce or close an answer more often than they claim something. */
const WORDS_LEAST = 8;
/** Further sentences are not compared, to bound the time. */
const SENTENCES_MAX = 200;
/** Headings, code and table rules. */
const NO_CLAIM = /^\s*(?:#|```|\|?[\s|:-]+$)/;

/** An answer whose citations were checked. */
export interface CheckedAnswer {
  /** As shown: without the marker of `NO_ANSWER` and without citations of passages that don't exist. */
  text: string;
  citations: readonly RunCitation[];
  /** Whether the model judged that the passages don't contain what was asked. */
  saysNoAnswer: boolean;
}

/**
 * Whether passages support an answer. The model judges whether they contain the answer, because a similarity threshold
 * can't tell; its claims are compared with them here.
 */
export function groundingOf(
  { text, citations, saysNoAnswer }: CheckedAnswer,
  passages: readonly { text: string }[],
): ChatGrounding {
  const supported = citations.filter((citation) => citation.supported).length;
  if (supported === 0 && (saysNoAnswer || text.trim() === '')) return 'no_answer';
  if (supported === 0) return 'unsupported';
  if (saysNoAnswer || supported < citations.length) return 'partly';
  return hasUncitedClaim(text, citations, passages) ? 'partly' : 'supported';
}

/** Whether a statement cites nothing, and no passage says it either. */
function hasUncitedClaim(
  text: string,
  citations: readonly RunCitation[],
  passages: readonly { text: string }[],
): boolean {
  const compared = passages.map((passage) => toComparable(passage.text));
  let count = 0;
  for (const { start, end } of sentencesIn(text)) {
    count += 1;
    if (count > SENTENCES_MAX) return false;
    const isCited = citations.some((one) => one.start < end && one.end > start);
    const sentence = text.slice(start, end).trim();
    if (isCited || !isClaim(sentence)) continue;
    if (!compared.some((passage) => supportOf(sentence, passage, [passage]).supported)) return true;
  }
  return false;
}

function isClaim(sentence: string): boolean {
  if (NO_CLAIM.test(sentence) || /[:?？：]["”»)*_]*$/.test(sentence)) return false;
  return sentence.split(/\s+/).length >= WORDS_LEAST;
}
