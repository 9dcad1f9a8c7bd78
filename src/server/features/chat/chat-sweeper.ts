import { sweepChats } from '#domain/chat/sweep.ts';
import { sweepArticles } from '#domain/compose/sweep.ts';
import type { Domain } from '#domain/domain.ts';
import { forAll } from '../../db/turns/cause.ts';
import { createSchedule } from '../../platform/jobs/schedule.ts';

const SWEEP_MS = 600_000;

/** Deletes what deleted chats and articles left behind, every ten minutes. Several nodes may run it at once. */
export function createChatSweeper(
  domain: Pick<Domain, 'stores' | 'files'>,
  report: (error: unknown) => void,
) {
  const schedule = createSchedule(report);
  const closing = new AbortController();
  schedule.every(SWEEP_MS, () =>
    forAll(async () => {
      await sweepChats(domain, { now: new Date(), signal: closing.signal });
      await sweepArticles(domain, closing.signal);
    }),
  );
  return {
    async close(): Promise<void> {
      closing.abort();
      await schedule.close();
    },
  };
}
