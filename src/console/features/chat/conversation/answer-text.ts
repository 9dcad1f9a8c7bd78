import { counted } from '#console/ui/display/counted.ts';
import type { ChatMessage, ChatProgress } from '#generated/model/index.ts';

/** What an answer is doing or did, in one line; null if there is nothing to say. */
export function progressText({ steps, ended_at }: Pick<ChatMessage, 'steps' | 'ended_at'>) {
  const running = steps.findLast(({ status }) => status === 'running');
  if (ended_at === null) return running ? doing(running) : 'Thinking…';
  const done = steps.filter(({ kind }) => kind !== 'model' && kind !== 'cite').map(didShort);
  return done.length === 0 ? null : done.join(' · ');
}

function doing({ kind, name }: ChatProgress): string {
  if (kind === 'retrieve') return `Searching ${name}…`;
  if (kind === 'tool') return `Calling ${name}…`;
  if (kind === 'summarise') return 'Summarising earlier messages…';
  if (kind === 'rewrite') return 'Working out what to search for…';
  if (kind === 'cite') return 'Checking citations…';
  return 'Thinking…';
}

function didShort(step: ChatProgress): string {
  const { kind, name, count } = step;
  if (step.status === 'failed') return `${doing(step).replace('…', '')} failed`;
  if (kind === 'retrieve')
    return `Searched ${name}${count === null ? '' : ` · ${counted(count, 'passage')}`}`;
  if (kind === 'tool') return `Called ${name}`;
  if (kind === 'summarise') return 'Summarised earlier messages';
  return 'Worked out what to search for';
}

/** A step in the unfolded list. */
export function stepText(step: ChatProgress): string {
  if (step.status === 'running') return doing(step);
  if (step.kind === 'model') return `Answered with ${step.name}`;
  if (step.kind === 'cite') return 'Checked citations';
  return didShort(step);
}

/**
 * What the check of citations found, when readers have to know it.
 * @param isMarked whether unsupported claims are underlined
 */
export function groundingText(
  { grounding }: Pick<ChatMessage, 'grounding'>,
  isMarked = true,
): string | null {
  if (grounding === 'no_answer') return "The documents don't contain an answer to this.";
  if (grounding === 'unsupported') return "The passages that were found don't support this answer.";
  if (grounding === 'partly')
    return `${isMarked ? 'The underlined' : 'Some'} claims aren't supported by the passages that they cite.`;
  return null;
}
