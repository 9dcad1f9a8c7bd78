import { toast } from '#console/ui/feedback/toast.ts';
import { MESSAGES } from '#core/messages.ts';
import type { Datasource } from '#generated/model/index.ts';
import { changesText, isOpen } from './sync-text.ts';

/** Syncs that ended longer ago (ms) aren't announced. */
const NEWS_MS = 60_000;

/** Announces the result of a source's last sync, if it is recent. */
export function announce({ name, last_sync: sync }: Datasource, now = Date.now()): void {
  if (!sync || isOpen(sync) || sync.ended_at === null) return;
  if (now - Date.parse(sync.ended_at) > NEWS_MS) return;
  if (sync.status === 'failed') toast.error(sync.error ?? MESSAGES.source.sync);
  if (sync.status !== 'succeeded') return;
  if (sync.failed > 0)
    toast.error(`${MESSAGES.source.syncDocuments}: ${name}, ${changesText(sync)}`);
  else toast.success(`${name} synced: ${changesText(sync)}`);
}
