import { type ExportFormat, exportHead, exportLine } from '#core/run/run-export.ts';
import { Shares } from '#core/shares.ts';
import type { Domain } from '../domain.ts';
import { exported } from '../exports.ts';
import type { RunFilter, RunSize, RunStore } from './run.store.ts';
import { toRun } from './to-run.ts';

/**
 * A page: about 3 ms on the embedded database, which blocks the process meanwhile. Of 50 runs, it takes ten times as
 * long.
 */
const PAGE_RUNS = 25;
/** The maximum size of a page, in characters. Only a page with a single run may exceed it. */
const PAGE_CHARACTERS = 200_000;
const REST_MAX_MS = 200;

/** Where an export comes from. */
export interface ExportPlace {
  orgId: string;
  projectId: string;
}

/**
 * Exports runs a page at a time, and one page of all exports at a time: exports of any size take at most half of the
 * process's time, in turn for each organisation.
 */
export function createRunExporter(
  store: Pick<RunStore, 'runs' | 'sizes'>,
  { exports, scanAtMost }: Pick<Domain, 'exports'> & { scanAtMost: number },
) {
  const pages = new Shares({ total: 1 });

  async function* linesOf(
    { orgId, projectId }: ExportPlace,
    filter: RunFilter,
    format: ExportFormat,
  ): AsyncGenerator<string> {
    const turn = pages.seat(orgId);
    let after: string | undefined;
    let head = exportHead(format);
    for (;;) {
      let lines: string;
      await turn.take();
      try {
        const began = performance.now();
        const page = { limit: PAGE_RUNS, after, atMost: scanAtMost };
        const found = await store.sizes(projectId, filter, page);
        const ids = fitting(found.rows);
        const rows = await store.runs.list({ where: { id: { in: ids } }, descending: true });
        lines = head + rows.map((row) => exportLine(toRun(row), format)).join('');
        const isMore = ids.length < found.rows.length || ids.length === PAGE_RUNS;
        after = isMore ? ids.at(-1) : found.last;
        // Lets other requests run, which a fast client on the embedded database would otherwise block.
        const took = performance.now() - began;
        await new Promise((resolve) => setTimeout(resolve, Math.min(took, REST_MAX_MS)));
      } finally {
        turn.release();
      }
      if (lines !== '') yield lines;
      if (after === undefined) return;
      head = '';
    }
  }

  /**
   * The runs of a project as a file, newest first, read as fast as the client takes it.
   * @throws ProblemError 429 or 503 when there are too many exports
   */
  return (place: ExportPlace, filter: RunFilter, format: ExportFormat): AsyncIterable<string> =>
    exported(exports, place.orgId, linesOf(place, filter, format));
}

/** The first runs that fit on a page together, or the first one alone if it is too large. */
function fitting(runs: readonly RunSize[]): string[] {
  let characters = 0;
  const tooMany = runs.findIndex((run) => {
    characters += run.characters;
    return characters > PAGE_CHARACTERS;
  });
  const count = tooMany < 0 ? runs.length : Math.max(1, tooMany);
  return runs.slice(0, count).map(({ id }) => id);
}
