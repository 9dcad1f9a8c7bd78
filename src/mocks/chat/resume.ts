import type { MockDomain } from '../domain.ts';
import { openPages } from './page.ts';

/** Starts answers again that were interrupted because their page was closed or reloaded. */
export async function resumeAnswers(domain: MockDomain): Promise<void> {
  const unfinished = await domain.stores.chat.messages.list({
    where: { status: { in: ['queued', 'running'] } },
    order: ['id'],
  });
  const workers = new Set(unfinished.flatMap(({ worker_id }) => worker_id ?? []));
  const open = workers.size === 0 ? workers : await openPages();
  const gone = [...workers].filter((worker) => !open.has(worker));
  if (gone.length === 0) return;
  const { createMessageService } = await import('#domain/chat/message.service.ts');
  await createMessageService(domain).answers.resumeAll(gone);
}
