import { fetchFile } from '#console/api/http/fetch-file.ts';
import { saveFile } from '#console/ui/download.ts';
import type { ExportFormat } from '#core/run/run-export.ts';
import { getListRunsUrl } from '#generated/api/run/run.ts';
import type { ListRunsParams } from '#generated/model/index.ts';

/**
 * Downloads the runs that match the list's filters as a file.
 * @throws ApiError
 */
export async function exportRuns(
  orgId: string,
  projectId: string,
  format: ExportFormat,
  params: ListRunsParams,
): Promise<void> {
  const file = await fetchFile(exportUrl(orgId, projectId, format, params));
  saveFile(`runs-${today()}.${format}`, file);
}

/** The export URL, with the filters of the list. */
export function exportUrl(
  orgId: string,
  projectId: string,
  format: ExportFormat,
  params: ListRunsParams,
): string {
  const { page_limit: _limit, cursor: _cursor, ...filters } = params;
  const [path, query] = getListRunsUrl(orgId, projectId, filters).split('?');
  return `${path}/export?format=${format}${query ? `&${query}` : ''}`;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
