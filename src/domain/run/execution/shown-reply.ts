import type { RunStep } from '#generated/model/index.ts';
import type { Answer, Part } from '../../model/ask.ts';
import { markFilterOf } from './context/passages.ts';
import type { RunJob } from './run-job.ts';
import type { Sending } from './send.ts';

/** How much of a model's reasoning a step keeps, in characters. */
const REASONING_MAX = 200_000;
/** How many of the adapters' warnings a step keeps. */
const WARNINGS_MAX = 10;
const WARNING_LENGTH_MAX = 300;
/** In the providers' own words, for the trace. */
const CUT_OFF = { finish_reason: 'length' };

/** Shows an answer as the text of its run while it arrives, without marks that people aren't meant to see. */
export function showReply(job: RunJob): Pick<Sending, 'show' | 'end' | 'output'> {
  const { shown } = job.live;
  let filter = markFilterOf(job);

  return {
    show(part: Part, { reasoning }: Answer, { id }: RunStep): void {
      if (part.type === 'text') shown.write(filter ? filter.push(part.text) : part.text);
      if (part.type === 'reasoning') shown.reason(id, reasoning.slice(0, REASONING_MAX));
      if (part.type !== 'restart') return;
      filter = markFilterOf(job);
      shown.restart();
    },
    /** Characters that aren't shown count as covered first. */
    end(answer: Answer, covered: number | undefined): void {
      if (covered !== undefined) {
        const length = Math.max(0, covered - answer.unseen.length);
        answer.text = answer.text.slice(0, length).toWellFormed();
        answer.warnings.push('The model ignored its maximum output and was stopped.');
        filter = markFilterOf(job);
        shown.restart(filter?.push(answer.text) ?? answer.text);
      }
      const rest = filter?.end();
      if (rest) shown.write(rest);
    },
    /** The step's output: the text alone, or an object if there is more. Null if a failed step has none. */
    output({ text, reasoning, warnings, calls, isCutOff }: Answer, hasFailed: boolean): unknown {
      const more = {
        ...(reasoning !== '' && { reasoning: reasoning.slice(0, REASONING_MAX) }),
        ...(warnings.length > 0 && {
          warnings: warnings.slice(0, WARNINGS_MAX).map((one) => one.slice(0, WARNING_LENGTH_MAX)),
        }),
        ...(!hasFailed && calls.length > 0 && { tool_calls: calls }),
        ...(!hasFailed && isCutOff && CUT_OFF),
      };
      const written = filter ? shown.run.output_text : text;
      const kept = hasFailed ? written || null : written;
      return Object.keys(more).length > 0 ? { text: kept, ...more } : kept;
    },
  };
}
