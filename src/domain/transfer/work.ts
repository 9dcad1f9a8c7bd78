import { ExtractFailure } from '#core/extract/extracted.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { createModelService } from '../model/model.service.ts';
import { ProblemError } from '../problem.ts';
import { type Background, Stopped } from '../system/background.ts';
import { IS_SET } from '../table.ts';
import { type ArchivedProject, ArchiveFault } from './archive-format.ts';
import { authorOf, createAll, surveyOf, TEMPLATES_AT_ONCE } from './create-all.ts';
import { exportOrg } from './export-org.ts';
import { importOrg } from './import-org.ts';
import { chunksOf, piecesOf, readChunk } from './pieces.ts';
import { ownTransfer, progressOf, type TransferDomain } from './progress.ts';
import { projectOfTemplate } from './project-templates.ts';
import { snapshotOf } from './snapshot.ts';
import type { TransferRow } from './transfer.tables.ts';

/**
 * Does what a transfer was asked to do, and records its success. After an interruption, it continues where it was.
 * @throws ArchiveFault, ExtractFailure, ProblemError: why it failed; Stopped
 */
async function workOnTransfer(
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
      !(error instanceof Stopped) &&
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

/** Transfers that wait or run. */
export function transferWork(domain: TransferDomain): Background<TransferRow> {
  const { transfers } = domain.stores.transfer;
  return {
    table: transfers,
    isOpen: { ended_at: null },
    begun: { status: 'running' },
    work: (row, signal) => workOnTransfer(domain, row, signal),
    fail({ id, worker_id }, error, report) {
      const fault = faultOf(error);
      if (fault === undefined) report(error);
      const ended = { ended_at: new Date().toISOString(), worker_id: null, lease_until: null };
      const failed = { status: 'failed', error: fault ?? DETAIL.transferFailed } as const;
      return transfers.change({ id, worker_id }, { ...failed, ...ended });
    },
  };
}

/** What a person who failed can do about it; undefined for errors that are not theirs. */
function faultOf(error: unknown): string | undefined {
  if (error instanceof ArchiveFault || error instanceof ProblemError) return error.message;
  return error instanceof ExtractFailure ? error.detail : undefined;
}

/** The name of a chunk of pieces, in the private folder of its transfer. */
const chunkName = (at: number): string => `pieces-${at}`;

/** Copies a project as it was when the copy began, or creates one from a template. */
async function copyProject(
  domain: TransferDomain,
  row: TransferRow,
  signal: AbortSignal,
): Promise<void> {
  const { files } = domain.collection;
  const save = progressOf(domain, row, signal);
  const chunks = row.written === null ? await taken() : await kept();
  const creation = { transfer: row, by: authorOf(row) };
  const survey = await surveyOf(domain, creation, chunks);
  if (row.written === null) {
    const total = chunks.reduce((sum, chunk) => sum + readChunk(chunk).length, 0);
    const project_ids = survey.map((one) => one.row.id);
    await save({ total, done: 0, written: 0, project_ids }, true);
  }
  await createAll(domain, row, { ...creation, chunks, survey, report: [], offset: 0, signal });
  await files.removeFolder(row.id);

  /** The pieces of the source, which are stored in case that the copy is interrupted. */
  async function taken(): Promise<Uint8Array[]> {
    const source = { ...(await sourceOf()), name: row.input.name ?? '' };
    const made: Uint8Array[] = [];
    for (const chunk of chunksOf(piecesOf(source, 0))) {
      await files.put(row.id, chunkName(made.length), chunk);
      made.push(chunk);
    }
    return made;
  }

  async function kept(): Promise<Uint8Array[]> {
    const found: Uint8Array[] = [];
    for (let pieces = 0; pieces < row.total; ) {
      const chunk = await files.get(row.id, chunkName(found.length));
      pieces += readChunk(chunk).length;
      found.push(chunk);
    }
    return found;
  }

  async function sourceOf(): Promise<ArchivedProject> {
    const { stores } = domain;
    const { project_id, template_id } = row.input;
    if (template_id !== undefined) {
      const org = await stores.org.orgs.find({ id: row.org_id });
      const model = await createModelService(domain).defaultId(row.org_id, org?.default_model_id);
      const found = projectOfTemplate(template_id, model);
      if (!found) throw new ArchiveFault(DETAIL.projectTemplateUnknown);
      return found;
    }
    const where = { id: project_id ?? '', org_id: row.org_id };
    const source = await stores.project.projects.find(where);
    if (!source) throw new ArchiveFault(DETAIL.projectUnknown);
    return (await snapshotOf(stores, source, { at: 0, isCopy: true })).project;
  }
}
