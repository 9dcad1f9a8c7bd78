import type { AnswerService } from '#domain/chat/answer.service.ts';
import type { Presence } from '../../platform/jobs/presence.ts';
import { createSchedule } from '../../platform/jobs/schedule.ts';

const LOOK_MS = 5000;

export interface AnswerWorkerDeps {
  presence: Presence;
  answers: AnswerService;
  report: (error: unknown) => void;
}

/** Starts answers again whose process died or was stopped. */
export function createAnswerWorker({ presence, answers, report }: AnswerWorkerDeps) {
  presence.onDeath(async (_tx, dead) => () => answers.resumeAll(dead).catch(report));
  const schedule = createSchedule(report);
  schedule.every(LOOK_MS, () => answers.resumeAll());
  return { close: () => schedule.close() };
}
