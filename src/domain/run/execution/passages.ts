import { checkCitations } from '#core/collection/cite/citations.ts';
import { createMarkFilter, type MarkFilter } from '#core/collection/cite/mark-filter.ts';
import { PASSAGE_RULES, PASSAGES, passagesPrompt } from '#core/collection/cite/passage-prompt.ts';
import { hasPassagesPlace } from '#core/prompt/passages-place.ts';
import type { RunCitation, TaskDefinition } from '#generated/model/index.ts';
import type { LiveRun } from '../live-run.ts';
import type { Message } from './ask-model.ts';
import type { Passage } from './retrieval.ts';
import { beginStep, endStep } from './trace.ts';

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

/** Adds the instructions about passages, and the passages themselves if no prompt contains their placeholder. */
export function withPassages(
  definition: TaskDefinition,
  messages: readonly Message[],
  passages: readonly Passage[] | undefined,
): readonly Message[] {
  if (!passages) return messages;
  const placed = hasPassagesPlace(definition) ? [] : [passagesPrompt(passages)];
  const context = [PASSAGE_RULES, ...placed].join('\n\n');
  const [first, ...rest] = messages;
  if (first?.role !== 'system') return [{ role: 'system', content: context }, ...messages];
  return [{ ...first, content: `${first.content}\n\n${context}` }, ...rest];
}

/** A filter that removes citations of passages that don't exist; undefined if nothing was searched. */
export function markFilterOf(
  { output_format }: TaskDefinition,
  passages: readonly Passage[] | undefined,
): MarkFilter | undefined {
  return passages && createMarkFilter(output_format, passages.length);
}

type Output = string | Record<string, unknown>;

/** Checks the citations of the output, and records the result in the trace. */
export function cite(
  live: LiveRun,
  { output_format }: TaskDefinition,
  output: Output,
  passages: readonly Passage[],
): { output: Output; citations: RunCitation[] } {
  const step = beginStep(live, 'cite', 'citations', null);
  const checked = checkCitations(output_format, output, passages);
  const { citations } = checked;
  endStep(live, step, { status: 'succeeded', output: { citations } });
  return checked;
}
