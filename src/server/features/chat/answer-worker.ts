import { type AnswerService, leaveAnswers } from '#domain/chat/answer.service.ts';
import type { AttachmentService } from '#domain/chat/attachment.service.ts';
import type { Presence } from '../../platform/jobs/presence.ts';
import { createSchedule } from '../../platform/jobs/schedule.ts';
import { createStores } from '../../stores.ts';

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
  let isClosed = false;
  // Together with the record of the death, so that another process can continue if this one dies too.
  presence.onDeath(async (tx, dead) => {
    await leaveAnswers(createStores(tx), dead);
    return () => (isClosed ? undefined : answers.resumeAll().catch(report));
  });
  const schedule = createSchedule(report);
  schedule.every(LOOK_MS, () => answers.resumeAll());
  schedule.every(SWEEP_MS, () => attachments.sweep(new Date()));
  return {
    close(): Promise<void> {
      isClosed = true;
      return schedule.close();
    },
  };
}
