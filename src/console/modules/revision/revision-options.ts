const NOTE_SHOWN = 40;

interface RevisionOption {
  value: string;
  label: string;
}

/** How many options a revision select shows at once; others are found by typing their number. */
export const REVISIONS_SHOWN = 100;

/**
 * All revisions of a task as options, newest first. Numbers have no gaps, so old revisions are listed although only the
 * newest were loaded; they just lack their notes.
 * @param latest the task's newest
 */
export function revisionOptions(
  latest: number | null,
  read: readonly { number: number; note: string }[],
): RevisionOption[] {
  const notes = new Map(read.map(({ number, note }) => [number, note.slice(0, NOTE_SHOWN)]));
  const newest = Math.max(latest ?? 0, read[0]?.number ?? 0);
  return Array.from({ length: newest }, (_, index) => {
    const number = newest - index;
    const note = notes.get(number);
    return { value: String(number), label: note ? `r${number} · ${note}` : `r${number}` };
  });
}
