import { EditorView } from '@codemirror/view';

/** What every CodeMirror editor looks like. All colours are CSS variables, so light and dark share one theme. */
export const editorLook = EditorView.theme({
  '&': { background: 'transparent', color: 'var(--mantine-color-text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-collapsedLines': {
    background: 'var(--tl-surface-muted)',
    color: 'var(--mantine-color-dimmed)',
  },
  // The default character is missing from most fonts.
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"↕" !important' },
});
