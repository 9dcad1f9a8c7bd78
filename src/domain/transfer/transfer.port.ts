import type { FileList } from '../collection/collection.port.ts';
import type { OrgArchive } from './open-archive.ts';

/** What transfers need that differs between the server and the mocks. */
export interface TransferPort {
  /**
   * Reads and checks an uploaded archive, in a thread.
   * @throws ArchiveFault
   */
  openArchive(
    archive: FileList,
    options: { owner: string; signal: AbortSignal },
  ): Promise<OrgArchive>;
  /** Called when there is a transfer to work on. */
  kick(): void;
}
