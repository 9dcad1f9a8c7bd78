import { type AnswerService, leaveAnswers } from '#domain/chat/answer/answer.service.ts';
import type { Presence } from '../../platform/jobs/presence.ts';
import { createSchedule } from '../../platform/jobs/schedule.ts';
import { createStores } from '../../stores.ts';

const LOOK_MS = 5000;

export interface AnswerWorkerDeps {
  presence: Presence;
  answers: AnswerService;
  report: (error: unknown) => void;
}

/** Starts answers again whose process died or was stopped. */
export function createAnswerWorker({ presence, answers, report }: AnswerWorkerDeps) {
  let isClosed = false;
  // Together with the record of the death, so that another process can continue if this one dies too.
  presence.onDeath(async (tx, dead) => {
    await leaveAnswers(createStores(tx), dead);
    return () => (isClosed ? undefined : answers.resumeAll().catch(report));
  });
  const schedule = createSchedule(report);
  schedule.every(LOOK_MS, () => answers.resumeAll());
  return {
    close(): Promise<void> {
      isClosed = true;
      return schedule.close();
    },
  };
}
