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
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap, placeholder, ViewPlugin } from '@codemirror/view';
import type { PromptDiagnostic } from '#core/prompt/diagnose.ts';
import { bulkEdits } from './bulk-edits.ts';
import { editorTheme } from './editor-theme.ts';
import { longLines } from './long-lines.ts';
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
