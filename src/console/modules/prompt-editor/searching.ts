import { openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { EditorState, StateEffect } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';

const phrases = {
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  regexp: 'Pattern',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close the search',
};

const searching = [search({ top: true }), EditorState.phrases.of(phrases), keymap.of(searchKeymap)];

/** Gives an editor its search, and opens it. Loaded when someone searches for the first time. */
export function startSearching(view: EditorView): void {
  view.dispatch({ effects: StateEffect.appendConfig.of(searching) });
  openSearchPanel(view);
}
