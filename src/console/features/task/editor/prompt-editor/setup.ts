import {
  copyLineDown,
  copyLineUp,
  deleteLine,
  history,
  historyKeymap,
  moveLineDown,
  moveLineUp,
  standardKeymap,
} from '@codemirror/commands';
import { lintKeymap } from '@codemirror/lint';
import { EditorState, type Extension, Prec, Transaction } from '@codemirror/state';
import { EditorView, keymap, placeholder, ViewPlugin } from '@codemirror/view';
import type { PromptDiagnostic } from '#core/prompt/diagnose.ts';
import { editorTheme } from './editor-theme.ts';
import { pastedField } from './paste.ts';
import { promptProblems } from './prompt-linter.ts';
import { type PromptHost, promptHost, variableChips, variablesField } from './prompt-variables.ts';

export interface PromptSetup {
  text: string;
  variables: readonly string[];
  host: PromptHost;
  onProblems: (problems: PromptDiagnostic[]) => void;
  /** Called with the whole text after each change. */
  onText: (text: string) => void;
  label: string;
  describedBy: string;
  placeholder: string;
  readOnly: boolean;
}

/** All extensions of a prompt editor. */
export function createPromptState(setup: PromptSetup): EditorState {
  const extensions: Extension[] = [
    variableChips,
    variablesField.init(() => setup.variables),
    promptHost.of(setup.host),
    completeLater,
    promptProblems(setup.onProblems),
    pastedField,
    history(),
    longLines,
    bulkEdits,
    EditorState.phrases.of(searchPhrases),
    keymap.of(keys),
    Prec.lowest(keymap.of([{ key: 'Mod-f', run: searchLater, preventDefault: true }])),
    placeholder(setup.placeholder),
    editorTheme,
    EditorState.readOnly.of(setup.readOnly),
    EditorView.contentAttributes.of({
      'aria-label': setup.label,
      'aria-describedby': setup.describedBy,
      ...(setup.readOnly && { 'aria-readonly': 'true' }),
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) setup.onText(update.state.doc.toString());
    }),
  ];
  return EditorState.create({ doc: setup.text, extensions });
}

// ⌘⏎ runs the task, so the editor must not handle it. Tab is left unbound: it leaves the field, as in any form.
const keys = [
  ...standardKeymap.filter((binding) => binding.key !== 'Mod-Enter'),
  { key: 'Alt-ArrowUp', run: moveLineUp, shift: copyLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown, shift: copyLineDown },
  { key: 'Shift-Mod-k', run: deleteLine },
  ...historyKeymap,
  ...lintKeymap,
];

/** Labels of the search panel, which loads later. Adding them with it would re-create the whole editor. */
const searchPhrases = {
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  regexp: 'Regex',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close search',
};

/** Loads search on the first ⌘F; from then on the editor handles the key itself. */
function searchLater(view: EditorView): boolean {
  import('./searching.ts').then(
    ({ startSearching }) => startSearching(view),
    () => undefined,
  );
  return true;
}

/** Loads completion when the user starts typing: most people who open a task only read it. */
const completeLater = ViewPlugin.define(() => ({}), {
  eventHandlers: {
    focus(_event, view) {
      import('./completion.ts').then(
        ({ startCompleting }) => startCompleting(view),
        () => undefined,
      );
    },
  },
});

/**
 * Above this number of changes an edit is applied as one: each change copies its line, and long lines can have
 * thousands.
 */
const MANY = 100;

/** Turns an edit with very many changes, such as "Replace all", into one change that spans them all. */
const bulkEdits = EditorState.transactionFilter.of((transaction) => {
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

/** Lines from this length on (in characters) are too slow to edit natively. */
const LONG = 4000;

/**
 * Speeds up typing in very long lines, such as pasted data. Natively, the browser would lay out the whole line and the
 * editor would read it back; instead the character goes directly to the editor.
 */
const longLines = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const text = event.data;
    if (event.inputType !== 'insertText' || !text || event.isComposing || view.composing)
      return false;
    const { state } = view;
    const { from, to } = state.selection.main;
    if (state.readOnly || state.doc.lineAt(from).length < LONG) return false;
    const insert = () =>
      state.update(state.replaceSelection(text), {
        userEvent: 'input.type',
        scrollIntoView: true,
      });
    const taken = state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, text, insert));
    if (!taken) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});

/** The smallest change that turns one text into the other. It preserves the cursor and the scroll position. */
export function changeBetween(before: string, after: string) {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let end = 0;
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) {
    end++;
  }
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}
