import { ArchiveFault } from '#domain/transfer/archive-format.ts';
import { type OrgArchive, openOrgArchive } from '#domain/transfer/open-archive.ts';
import { readAll } from './document-jobs.ts';

/** Error classes don't survive cloning, so faults are values. */
export type Opened = { value: OrgArchive } | { fault: string };

/** Reads and checks an uploaded archive. */
export async function openUploadedArchive({
  paths,
}: {
  paths: readonly string[];
}): Promise<Opened> {
  try {
    return { value: await openOrgArchive(await readAll(paths)) };
  } catch (error) {
    if (error instanceof ArchiveFault) return { fault: error.message };
    throw error;
  }
}
