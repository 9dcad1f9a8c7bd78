import { toast } from '#console/ui/feedback/toast.ts';
import { MESSAGES } from '#core/messages.ts';
import type { Datasource } from '#generated/model/index.ts';
import { changesText, isOpen } from './sync-text.ts';

/** How long ago (ms) a sync may have ended to be news. */
const NEWS_MS = 60_000;

/** Says how the last sync of a source has ended, if that is news. */
export function announce({ name, last_sync: sync }: Datasource, now = Date.now()): void {
  if (!sync || isOpen(sync) || sync.ended_at === null) return;
  if (now - Date.parse(sync.ended_at) > NEWS_MS) return;
  if (sync.status === 'failed') toast.error(sync.error ?? MESSAGES.source.sync);
  if (sync.status === 'succeeded') toast.success(`${name} synced: ${changesText(sync)}`);
}
