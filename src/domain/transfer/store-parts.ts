import { ARCHIVE_MAX_BYTES, ARCHIVE_MAX_MB, UPLOAD_PART_BYTES } from '#core/limits.ts';
import type { DocumentFiles } from '../collection/collection.port.ts';
import { DETAIL } from '../details.ts';
import { ProblemError } from '../problem.ts';

/** The name of a part of an export's archive, in the private folder of its transfer. */
export const archivePart = (at: number): string => `part-${at}`;

/** Stores an archive in parts. Returns its size. @throws ProblemError when it is too large */
export async function storeParts(
  files: DocumentFiles,
  id: string,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  let pending: Uint8Array[] = [];
  let waiting = 0;
  let [size, part] = [0, 0];
  const flush = async () => {
    const bytes = new Uint8Array(waiting);
    let at = 0;
    for (const one of pending) {
      bytes.set(one, at);
      at += one.length;
    }
    [pending, waiting] = [[], 0];
    await files.put(id, archivePart(part), bytes);
    part += 1;
  };
  for await (const chunk of content) {
    size += chunk.length;
    if (size > ARCHIVE_MAX_BYTES)
      throw new ProblemError('limit_reached', DETAIL.archiveTooLarge(ARCHIVE_MAX_MB));
    let rest = chunk;
    while (rest.length > 0) {
      const piece = rest.subarray(0, UPLOAD_PART_BYTES - waiting);
      pending.push(piece);
      waiting += piece.length;
      rest = rest.subarray(piece.length);
      if (waiting === UPLOAD_PART_BYTES) await flush();
    }
  }
  if (waiting > 0) await flush();
  return size;
}
