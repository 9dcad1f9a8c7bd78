import { Readable } from 'node:stream';
import { type ExportFormat, exportHead, exportLine } from '#core/run/run-export.ts';
import { toRun } from '#domain/run/run-views.ts';
import type { Db } from '../../db/client.ts';
import { listFullRuns, type RunFilter } from './run.repository.ts';

/** So many runs are in memory at once, whatever the size of the file. */
const BATCH = 200;

/** The runs of a project as a file, read as fast as it is taken. */
export function exportRuns(
  db: Db,
  projectId: string,
  filter: RunFilter,
  format: ExportFormat,
): Readable {
  return Readable.from(written(db, projectId, filter, format));
}

async function* written(db: Db, projectId: string, filter: RunFilter, format: ExportFormat) {
  let after: string | undefined;
  let head = exportHead(format);
  for (;;) {
    const rows = await listFullRuns(db, projectId, filter, { limit: BATCH, after });
    const lines = head + rows.map((row) => exportLine(toRun(row), format)).join('');
    if (lines !== '') yield lines;
    head = '';
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id;
  }
}
