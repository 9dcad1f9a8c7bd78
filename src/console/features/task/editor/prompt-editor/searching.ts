import { openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { StateEffect } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';

const searching = [search({ top: true }), keymap.of(searchKeymap)];

/** Adds search to an editor and opens it. Loaded on first use. */
export function startSearching(view: EditorView): void {
  view.dispatch({ effects: StateEffect.appendConfig.of(searching) });
  openSearchPanel(view);
}
