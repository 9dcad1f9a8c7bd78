import { type ExportFormat, exportHead, exportLine } from '#core/run/run-export.ts';
import { type Seat, Shares } from '#core/shares.ts';
import { requireRoom } from '../require-room.ts';
import type { RunFilter, RunRow, RunStore } from './run.store.ts';
import { toRun } from './run-views.ts';

const MAX_OPEN = 16;
/**
 * A page: about 3 ms on the embedded database, which blocks the process meanwhile. Of 50 runs, it takes ten times as
 * long.
 */
const PAGE_RUNS = 25;
/** Pages of large runs have fewer of them, to stay below this number of characters. */
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
export function createRunExporter(store: Pick<RunStore, 'listFull'>) {
  const open = new Shares({ total: MAX_OPEN });
  const pages = new Shares({ total: 1 });

  async function* linesOf(
    { orgId, projectId }: ExportPlace,
    filter: RunFilter,
    format: ExportFormat,
  ): AsyncGenerator<string> {
    const page = pages.seat(orgId);
    let after: string | undefined;
    let head = exportHead(format);
    let limit = PAGE_RUNS;
    for (;;) {
      let rows: RunRow[];
      let lines: string;
      await page.take();
      try {
        const began = performance.now();
        rows = await store.listFull(projectId, filter, { limit, after });
        lines = head + rows.map((row) => exportLine(toRun(row), format)).join('');
        after = rows.length < limit ? undefined : rows.at(-1)?.id;
        limit = limitFor(lines.length / Math.max(1, rows.length));
        // The embedded database and a quick client would otherwise let nobody else have a turn.
        const took = performance.now() - began;
        await new Promise((resolve) => setTimeout(resolve, Math.min(took, REST_MAX_MS)));
      } finally {
        page.release();
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
  return (place: ExportPlace, filter: RunFilter, format: ExportFormat): AsyncIterable<string> => {
    requireRoom(open, place.orgId, 'exports');
    const seat = open.seat(place.orgId);
    seat.insist();
    return releasing(linesOf(place, filter, format), seat);
  };
}

function limitFor(charactersPerRun: number): number {
  return Math.min(PAGE_RUNS, Math.max(1, Math.floor(PAGE_CHARACTERS / charactersPerRun)));
}

/** Gives the seat up at the end of the text, even if nobody starts reading it. */
function releasing(text: AsyncGenerator<string>, seat: Seat): AsyncIterable<string> {
  const over = async (step: Promise<IteratorResult<string>>) => {
    try {
      const result = await step;
      if (result.done) seat.release();
      return result;
    } catch (error) {
      seat.release();
      throw error;
    }
  };
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => over(text.next()),
      return: () => {
        seat.release();
        return over(text.return(undefined));
      },
    }),
  };
}
