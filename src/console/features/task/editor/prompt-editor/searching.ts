import { openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { StateEffect } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';

const searching = [search({ top: true }), keymap.of(searchKeymap)];

/** Gives an editor its search, and opens it. Loaded when someone searches for the first time. */
export function startSearching(view: EditorView): void {
  view.dispatch({ effects: StateEffect.appendConfig.of(searching) });
  openSearchPanel(view);
}
