import { EditorView } from '@codemirror/view';

/** From this length of a line (characters) the browser's own way of typing into it takes too long. */
const LONG = 4000;

/**
 * Typing in a very long line, as pasted data can be: the browser would edit the whole line's layout and the
 * editor would then read it back. The character goes to the editor directly instead.
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
