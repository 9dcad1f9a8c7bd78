import { DETAIL } from '../details.ts';
import { createModelService } from '../model/model.service.ts';
import { type ArchivedProject, ArchiveFault } from './archive-format.ts';
import { authorOf, createAll, surveyOf } from './create-all.ts';
import { chunksOf, piecesOf, readChunk } from './pieces.ts';
import { progressOf, type TransferDomain } from './progress.ts';
import { projectOfTemplate } from './project-templates.ts';
import { snapshotOf } from './snapshot.ts';
import type { TransferRow } from './transfer.tables.ts';

/** The name of a chunk of pieces, in the private folder of its transfer. */
const chunkName = (at: number): string => `pieces-${at}`;

/** Copies a project as it was when the copy began, or creates one from a template. */
export async function copyProject(
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
