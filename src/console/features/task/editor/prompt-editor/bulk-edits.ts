import { EditorState, Transaction } from '@codemirror/state';

/** From so many places on, an edit is made as one: each costs a copy of its line, and a long line has thousands. */
const MANY = 100;

/** Makes what changes a text in very many places, as "Replace all" does, one change from the first to the last. */
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
    // Through the one change, a cursor within it would go to its end.
    selection: transaction.selection ?? startState.selection.map(changes),
    effects,
    scrollIntoView,
    ...(userEvent && { userEvent }),
  };
});
