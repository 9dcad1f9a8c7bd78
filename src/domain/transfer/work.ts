import { ExtractFailure } from '#core/extract/extracted.ts';
import type { Domain } from '../domain.ts';
import { ProblemError } from '../problem.ts';
import { IS_SET } from '../table.ts';
import { ArchiveFault } from './archive-format.ts';
import { copyProject } from './copy-project.ts';
import { TEMPLATES_AT_ONCE } from './create-all.ts';
import { exportOrg } from './export-org.ts';
import { importOrg } from './import-org.ts';
import { ownTransfer, type TransferDomain, TransferStopped } from './progress.ts';
import type { TransferRow } from './transfer.tables.ts';

/**
 * Does what a transfer was asked to do, and records its success. After an interruption, it continues where it was.
 * @throws ArchiveFault, ExtractFailure, ProblemError: why it failed; TransferStopped
 */
export async function workOnTransfer(
  domain: TransferDomain,
  row: TransferRow,
  signal: AbortSignal,
): Promise<void> {
  if (row.kind === 'export') return exportOrg(domain, row, signal);
  try {
    // It was interrupted before it knew what to create.
    if (row.written === null) await discardProjects(domain, row);
    await (row.kind === 'import' ? importOrg : copyProject)(domain, row, signal);
  } catch (error) {
    // Otherwise another process goes on, or a cancellation discards everything.
    const isOwn =
      !(error instanceof TransferStopped) &&
      !signal.aborted &&
      (await domain.stores.transfer.transfers.find(ownTransfer(row)));
    if (isOwn) await discardProjects(domain, row);
    throw error;
  }
}

/** Removes what an unfinished transfer has created. What is in its projects is swept. */
export async function discardProjects(
  { stores }: Pick<Domain, 'stores'>,
  { id }: Pick<TransferRow, 'id'>,
): Promise<void> {
  const row = await stores.transfer.transfers.find({ id });
  if (!row || row.status === 'succeeded') return;
  for (const projectId of row.project_ids)
    await stores.project.allProjects.delete({
      id: projectId,
      deleted_with_org: true,
      deleted_at: IS_SET,
    });
  const { templates } = stores.template;
  for (;;) {
    const some = await templates.list({ where: { org_id: id }, limit: TEMPLATES_AT_ONCE });
    if (some.length === 0) break;
    await templates.delete({ id: { in: some.map((one) => one.id) } });
  }
  await stores.transfer.transfers.change({ id }, { project_ids: [], written: null, done: 0 });
}

/** What a person who failed can do about it; undefined for errors that are not theirs. */
export function faultOf(error: unknown): string | undefined {
  if (error instanceof ArchiveFault || error instanceof ProblemError) return error.message;
  return error instanceof ExtractFailure ? error.detail : undefined;
}
