import type { AnswerService } from '#domain/chat/answer.service.ts';
import type { AttachmentService } from '#domain/chat/attachment.service.ts';
import type { Presence } from '../../platform/jobs/presence.ts';
import { createSchedule } from '../../platform/jobs/schedule.ts';

const LOOK_MS = 5000;
const SWEEP_MS = 3_600_000;

export interface AnswerWorkerDeps {
  presence: Presence;
  answers: AnswerService;
  attachments: AttachmentService;
  report: (error: unknown) => void;
}

/** Starts answers again whose process died or was stopped, and deletes files that were never sent. */
export function createAnswerWorker({ presence, answers, attachments, report }: AnswerWorkerDeps) {
  presence.onDeath(async (_tx, dead) => () => answers.resumeAll(dead).catch(report));
  const schedule = createSchedule(report);
  schedule.every(LOOK_MS, () => answers.resumeAll());
  schedule.every(SWEEP_MS, () => attachments.sweep(new Date()));
  return { close: () => schedule.close() };
}
