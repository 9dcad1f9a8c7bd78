import type { Seat, Shares } from '#core/shares.ts';
import { requireRoom } from './require-room.ts';

/** How many exports of any kind may be in progress. */
export const SHARED_EXPORTS = { total: 16 };

/**
 * The content of an export, which takes a slot from now until it has been read, or the client has left.
 * @throws ProblemError 429 or 503 when there are too many exports
 */
export function exported<T>(
  exports: Shares,
  orgId: string,
  content: AsyncGenerator<T>,
): AsyncIterable<T> {
  requireRoom(exports, orgId, 'exports');
  const seat = exports.seat(orgId);
  seat.insist();
  return releasing(content, seat);
}

/** Gives the seat up at the end of the content, even if nobody starts reading it. */
function releasing<T>(content: AsyncGenerator<T>, seat: Seat): AsyncIterable<T> {
  const over = async (step: Promise<IteratorResult<T>>) => {
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
      next: () => over(content.next()),
      return: () => {
        seat.release();
        return over(content.return(undefined));
      },
    }),
  };
}

/** The lines of an export, batch by batch. */
export async function* exportLines<Row>(
  head: string,
  batches: AsyncIterable<Row[]>,
  toLines: (rows: Row[]) => Promise<readonly string[]>,
): AsyncGenerator<string> {
  yield head;
  for await (const rows of batches) {
    yield (await toLines(rows)).join('');
    // Lets other requests run, which a fast client on the embedded database would otherwise block.
    await new Promise((resolve) => setTimeout(resolve));
  }
}
