import type { MarkFilter } from '../collection/cite/mark-filter.ts';

/** How a model begins an answer which says that the passages don't contain what is asked. */
export const NO_ANSWER = '[no answer]';

/** The instructions for answers that rest on documents alone. They follow `PASSAGE_RULES`. */
export const GROUNDED_RULES = `Answer only from the passages, even if you know more:
- Judge first whether the passages contain what is asked. That they are about the same subject is not enough.
- If they don't, begin with ${NO_ANSWER} and say in one plain sentence, in the language of the question, that the documents don't contain it. Write no answer of your own, not even a likely one.
- If they contain only a part, answer that part with its citations, and say what is missing.
- What was said earlier in the conversation is no source. You may rephrase, translate or shorten it if you are asked to, but add nothing to it.`;

/** The answer if nothing was found. No model is asked, so nothing can be invented. */
export const NOTHING_FOUND = 'I found nothing about this in the documents.';

/** Models put emphasis or quotation marks around it. */
const BEFORE = String.raw`[\s*_>"'“]*`;
const MARKER = new RegExp(`^${BEFORE}\\[\\s*no[\\s_-]?answer\\s*\\][\\s*_."'”:–—-]*`, 'i');
/** What could still become the marker. */
const BEGINNING = new RegExp(`^${BEFORE}(?:\\[[\\s\\w-]{0,16}\\]?)?$`);
const HELD_MAX = 64;

/** A text without the marker, and whether it began with it. */
export function readNoAnswer(text: string): { text: string; saysNoAnswer: boolean } {
  const [marker] = MARKER.exec(text.slice(0, HELD_MAX * 2)) ?? [];
  return marker === undefined
    ? { text, saysNoAnswer: false }
    : { text: text.slice(marker.length), saysNoAnswer: true };
}

/** Removes the marker from an answer while it is streamed, before the given filter. */
export function createNoAnswerFilter(next: MarkFilter): MarkFilter {
  let held: string | undefined = '';
  return {
    push(text) {
      if (held === undefined) return next.push(text);
      held += text;
      const { text: rest, saysNoAnswer } = readNoAnswer(held);
      // What follows the marker may be punctuation that belongs to it.
      const isOpen = saysNoAnswer ? rest === '' : BEGINNING.test(held);
      if (isOpen && held.length <= HELD_MAX) return '';
      held = undefined;
      return next.push(rest);
    },
    end() {
      const rest = held === undefined ? '' : next.push(readNoAnswer(held).text);
      return rest + next.end();
    },
  };
}
