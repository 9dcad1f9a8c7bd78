import { ArchiveFault } from '#domain/transfer/archive-format.ts';
import type { TransferPort } from '#domain/transfer/transfer.port.ts';
import type { DocumentStore } from '../../platform/files/document-files.ts';
import { openInThread } from './collection-port.ts';

/** Reading and checking the largest archive takes much less. */
const TIMEOUT_MS = 300_000;

/** Archives are read in threads. */
export function createTransferPort(files: DocumentStore, kick: () => void): TransferPort {
  return {
    async openArchive({ folder, names }, { owner, signal }) {
      const paths = names.map((name) => files.pathOf(folder, name));
      const options = { owner, signal, timeoutMs: TIMEOUT_MS };
      const opened = await openInThread('openOrgArchive', { paths }, options);
      if ('fault' in opened) throw new ArchiveFault(opened.fault);
      return opened.value;
    },
    kick,
  };
}
