import { EditorState, Transaction } from '@codemirror/state';

/**
 * Above this number of changes an edit is applied as one: each change copies its line, and long lines can have
 * thousands.
 */
const MANY = 100;

/** Turns an edit with very many changes, such as "Replace all", into one change that spans them all. */
export const bulkEdits = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged) return transaction;
  const { startState, changes, effects, scrollIntoView } = transaction;
  const parts: string[] = [];
  let places = 0;
  let from = 0;
  let to = 0;
  changes.iterChanges((start, end, _startAfter, _endAfter, inserted) => {
    if (places++ === 0) from = start;
    else parts.push(startState.sliceDoc(to, start));
    parts.push(inserted.toString());
    to = end;
  });
  if (places < MANY) return transaction;
  const userEvent = transaction.annotation(Transaction.userEvent);
  return {
    changes: { from, to, insert: parts.join('') },
    // Mapped through the single change, a cursor inside it would jump to its end.
    selection: transaction.selection ?? startState.selection.map(changes),
    effects,
    scrollIntoView,
    ...(userEvent && { userEvent }),
  };
});
