import { EditorView } from '@codemirror/view';

/** Lines from this length on (in characters) are too slow to edit natively. */
const LONG = 4000;

/**
 * Speeds up typing in very long lines, such as pasted data. Natively, the browser would lay out the whole line and the
 * editor would read it back; instead the character goes directly to the editor.
 */
export const longLines = EditorView.domEventHandlers({
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
