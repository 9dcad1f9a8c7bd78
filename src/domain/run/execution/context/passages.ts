import { groundingOf } from '#core/chat/grounding.ts';
import {
  createNoAnswerFilter,
  GROUNDED_RULES,
  NOTHING_FOUND,
  readNoAnswer,
} from '#core/chat/no-answer.ts';
import { checkCitations } from '#core/collection/cite/citations.ts';
import { createMarkFilter, type MarkFilter } from '#core/collection/cite/mark-filter.ts';
import {
  PASSAGE_RULES,
  PASSAGES,
  passagesPrompt,
  withoutTags,
} from '#core/collection/cite/passage-prompt.ts';
import { hasPassagesPlace } from '#core/prompt/passages-place.ts';
import type { RunCitation, TaskDefinition } from '#generated/model/index.ts';
import type { Message } from '../../../model/ask.ts';
import type { LiveRun } from '../../live-run.ts';
import type { Outcome, RunJob } from '../run-job.ts';
import type { Passage } from './passage.ts';

/**
 * The values for the prompts, including the passages if a prompt contains their placeholder.
 * @param passages undefined if nothing was searched
 */
export function valuesWithPassages(
  definition: TaskDefinition,
  values: Readonly<Record<string, string>>,
  passages: readonly Passage[] | undefined,
): Readonly<Record<string, string>> {
  if (!passages || !hasPassagesPlace(definition)) return values;
  return { ...values, [PASSAGES]: passagesPrompt(passages) };
}

/**
 * Adds the instructions about passages to the system prompt. The passages themselves come before the last message of the
 * user, if no prompt contains their placeholder: what a document says never has the authority of the system prompt.
 */
export function withPassages(
  { definition, passages, conversation }: Answering,
  messages: readonly Message[],
): readonly Message[] {
  if (!passages) return messages;
  const rules = conversation?.isGrounded ? [PASSAGE_RULES, GROUNDED_RULES] : [PASSAGE_RULES];
  const told = withRules(
    rules.join('\n\n'),
    conversation ? messages.map(withoutForgery) : messages,
  );
  if (hasPassagesPlace(definition)) return told;
  const last = told.findLastIndex(({ role }) => role === 'user');
  const before = `${passagesPrompt(passages)}\n\n`;
  return told.map((message, index) => (index === last ? preceded(message, before) : message));
}

function withRules(rules: string, messages: readonly Message[]): readonly Message[] {
  const [first, ...rest] = messages;
  if (first?.role !== 'system') return [{ role: 'system', content: rules }, ...messages];
  return [{ ...first, content: `${first.content}\n\n${rules}` }, ...rest];
}

/** What people write in a chat can't look like a passage. The system prompt is its owner's. */
function withoutForgery(message: Message): Message {
  return message.role === 'system' ? message : edited(message, withoutTags);
}

function preceded(message: Message, text: string): Message {
  const { content, parts } = message;
  return { ...message, content: text + content, ...(parts && { parts: [text, ...parts] }) };
}

function edited(message: Message, edit: (text: string) => string): Message {
  const { content, parts } = message;
  return {
    ...message,
    content: edit(content),
    ...(parts && { parts: parts.map((part) => (typeof part === 'string' ? edit(part) : part)) }),
  };
}

/**
 * A filter that removes citations of passages that don't exist, and the mark of answers that found none; undefined if
 * nothing was searched.
 */
export function markFilterOf({
  definition,
  passages,
  conversation,
}: Answering): MarkFilter | undefined {
  if (!passages) return undefined;
  const filter = createMarkFilter(definition.output_format, passages.length);
  return conversation?.isGrounded ? createNoAnswerFilter(filter) : filter;
}

/** What a model wrote, without the mark of answers that found nothing. */
export function answerIn({ passages, conversation }: Answering, text: string) {
  return passages && conversation?.isGrounded ? readNoAnswer(text) : { text, saysNoAnswer: false };
}

/** A run, as far as its passages matter. */
type Answering = Pick<RunJob, 'definition' | 'passages' | 'conversation'>;
type Output = string | Record<string, unknown>;

/** Checks the citations of the output, and records the result in the trace. */
export function cite(
  { shown }: LiveRun,
  { definition, passages = [], conversation }: Answering,
  output: Output,
  saysNoAnswer: boolean,
): { output: Output; citations: RunCitation[] } {
  const step = shown.beginStep('cite', 'citations', null);
  const checked = checkCitations(definition.output_format, output, passages);
  const { citations, output: text } = checked;
  const answer = typeof text === 'string' && { text, citations, saysNoAnswer };
  const grounding = conversation?.isGrounded && answer && groundingOf(answer, passages);
  shown.endStep(step, {
    status: 'succeeded',
    output: { citations, ...(grounding && { grounding }) },
  });
  return checked;
}

/**
 * The answer if documents should be asked, but contain nothing about the question. No model is asked, so that nothing is
 * invented. Images and what was said before may contain the answer.
 */
export function answerToNothing(job: RunJob): Outcome | undefined {
  const { live, passages, conversation, files, history = [] } = job;
  if (!conversation?.isGrounded || passages?.length !== 0) return undefined;
  if (files.size > 0 || history.length > 0) return undefined;
  live.shown.write(NOTHING_FOUND);
  live.run.output_valid = true;
  const { output, citations } = cite(live, job, NOTHING_FOUND, true);
  return { status: 'succeeded', output, valid: true, error: null, citations };
}
