import { type ExportFormat, exportHead, exportLine } from '#core/run/run-export.ts';
import { type Seat, Shares } from '#core/shares.ts';
import { requireRoom } from '../require-room.ts';
import type { RunFilter, RunSize, RunStore } from './run.store.ts';
import { toRun } from './run-views.ts';

const MAX_OPEN = 16;
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
  { scanAtMost }: { scanAtMost: number },
) {
  const open = new Shares({ total: MAX_OPEN });
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
        // The embedded database and a quick client would otherwise let nobody else have a turn.
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
  return (place: ExportPlace, filter: RunFilter, format: ExportFormat): AsyncIterable<string> => {
    requireRoom(open, place.orgId, 'exports');
    const seat = open.seat(place.orgId);
    seat.insist();
    return releasing(linesOf(place, filter, format), seat);
  };
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
