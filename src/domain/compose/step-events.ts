import { GENERIC_MESSAGE } from '#core/messages.ts';
import type { ArticleStepAnswer, ArticleStepEvent, Run, RunEvent } from '#generated/model/index.ts';
import { passagesIn } from '../chat/answer/answer-result.ts';
import type { Events } from '../events.ts';
import { runEvents } from '../run/run-events.ts';
import type { RunView } from '../run/run-view.ts';
import { etagOf } from '../version.ts';
import type { StepResult } from './compose.tables.ts';
import type { FollowedStep } from './step.service.ts';
import { proposalOf } from './step-result.ts';

/**
 * Streams a step. The terminal event is sent once the result is part of the article.
 * @param settled the result; undefined if the article was deleted. A rejection ends the stream as a failure.
 */
export function stepEvents(
  { step, view }: FollowedStep,
  settled: Promise<StepResult | undefined>,
  lastEventId: string | undefined,
): Events {
  let result: StepResult | undefined;
  const followed = untilSettled(
    view,
    settled.then((found) => {
      result = found;
    }),
  );
  return runEvents(followed, lastEventId, (event) => toStepEvent(event, { step, view }, result));
}

/** Shows a run as in progress until its result is stored. */
function untilSettled(view: RunView, stored: Promise<void>): RunView {
  let isStored = false;
  const done = stored.then(
    () => {
      isStored = true;
    },
    () => {
      isStored = true;
    },
  );
  return {
    get run() {
      return view.run;
    },
    get steps() {
      return view.steps;
    },
    get resets() {
      return view.resets;
    },
    get mayLag() {
      return view.mayLag;
    },
    get isEnded() {
      return view.isEnded && isStored;
    },
    follow(onChange) {
      let isFollowing = true;
      void done.then(() => {
        if (isFollowing) onChange();
      });
      const stop = view.follow(onChange);
      return () => {
        isFollowing = false;
        stop();
      };
    },
  };
}

function toStepEvent(
  event: RunEvent,
  followed: FollowedStep,
  result: StepResult | undefined,
): ArticleStepEvent | undefined {
  const { request, targets, is_sample } = followed.step;
  switch (event.type) {
    case 'run.started': {
      const { id: run_id, model_id } = event.run;
      const section_ids = targets.map(({ id }) => id);
      return {
        type: 'compose.started',
        step: request.step,
        run_id,
        model_id,
        is_sample,
        section_ids,
      };
    }
    case 'run.delta':
      return { type: 'compose.delta', offset: event.offset, text: event.text };
    case 'run.reset':
      return { type: 'compose.reset' };
    case 'run.succeeded':
      return result && !result.error
        ? { type: 'compose.succeeded', answer: answerOf(followed, event.run, result) }
        : { type: 'compose.failed', error: result?.error ?? FAILED };
    case 'run.failed':
      return { type: 'compose.failed', error: result?.error ?? event.run.error ?? FAILED };
    case 'run.cancelled':
      return { type: 'compose.cancelled' };
    default:
      return undefined;
  }
}

const FAILED = { code: 'internal_error', message: GENERIC_MESSAGE } as const;

function answerOf({ step, view }: FollowedStep, run: Run, result: StepResult): ArticleStepAnswer {
  return {
    step: step.request.step,
    run_id: run.id,
    model_id: run.model_id,
    is_sample: step.is_sample,
    usage: run.usage,
    changed_section_ids: result.changed,
    unchanged_section_ids: result.unchanged,
    proposal: proposalOf(step, run, passagesIn(view.steps)) ?? null,
    etag: etagOf(result),
  };
}
