import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { editorLook } from '#console/ui/editor/editor-look.ts';

const COPY = 'Copy this change to the result';

const shared = [
  EditorView.lineWrapping,
  editorLook,
  EditorView.theme({
    '&': { fontSize: '12px' },
    '.cm-scroller': { lineHeight: '19px' },
    '.cm-content': { padding: '6px 0' },
    '&.cm-merge-a .cm-changedLine, &.cm-merge-b .cm-changedLine': {
      background: 'var(--mantine-color-iris-light)',
    },
    '&.cm-merge-a .cm-changedText, &.cm-merge-b .cm-changedText': {
      background: 'color-mix(in srgb, var(--tl-accent) 32%, transparent)',
      borderRadius: '2px',
    },
    '.cm-deletedChunk': { padding: '2px 6px', background: 'var(--tl-surface-muted)' },
    '.cm-deletedChunk .cm-deletedText': {
      background: 'color-mix(in srgb, var(--tl-accent) 32%, transparent)',
    },
    '.cm-deletedLine, .cm-deletedLine del': { textDecoration: 'none' },
    '.cm-deletedChunk .cm-chunkButtons': { insetInlineEnd: '4px' },
    '.cm-deletedChunk .cm-chunkButtons button': {
      padding: '2px 8px',
      border: '1px solid var(--mantine-color-default-border)',
      background: 'var(--mantine-color-body)',
      color: 'var(--mantine-color-text)',
    },
    '.cm-collapsedLines': { padding: '4px 8px' },
  }),
];
const collapseUnchanged = { margin: 2, minSize: 6 };

interface MergeOptions {
  parent: HTMLElement;
  label: string;
  /** The version to compare with. */
  left: string;
  result: string;
  onEdit: (text: string) => void;
}

/** The editor of the result, beside or above the version that it is compared with. */
export interface Merge {
  editor: EditorView;
  destroy(): void;
}

/** Two columns: a version, and the result. */
export function mergeBeside({ parent, label, left, result, onEdit }: MergeOptions): Merge {
  const view = new MergeView({
    parent,
    a: {
      doc: left,
      extensions: [shared, EditorState.readOnly.of(true), named(`${label}: version to compare`)],
    },
    b: { doc: result, extensions: resultEditor(label, onEdit) },
    revertControls: 'a-to-b',
    // CodeMirror's own button reacts to the mouse only.
    renderRevertControl: () =>
      copyButton('→', ({ currentTarget, detail }) => {
        if (detail === 0)
          currentTarget?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
      }),
    gutter: false,
    collapseUnchanged,
  });
  return { editor: view.b, destroy: () => view.destroy() };
}

/** One column, for narrow screens: the compared version's text is shown above each change. */
export function mergeAbove({ parent, label, left, result, onEdit }: MergeOptions): Merge {
  const view = new EditorView({
    parent,
    doc: result,
    extensions: [
      resultEditor(label, onEdit),
      unifiedMergeView({
        original: left,
        gutter: false,
        collapseUnchanged,
        mergeControls: (type, act) =>
          type === 'reject' ? copyButton('Copy', act) : document.createElement('span'),
      }),
    ],
  });
  return { editor: view, destroy: () => view.destroy() };
}

function resultEditor(label: string, onEdit: (text: string) => void): Extension {
  return [
    shared,
    history(),
    keymap.of([...defaultKeymap, ...historyKeymap]),
    named(`${label}: result`),
    EditorView.updateListener.of((update) => {
      const isOurs = update.transactions.some((tr) => tr.isUserEvent('set'));
      if (update.docChanged && !isOurs) onEdit(update.state.doc.toString());
    }),
  ];
}

function named(label: string): Extension {
  return EditorView.contentAttributes.of({ 'aria-label': label });
}

function copyButton(text: string, act: (event: MouseEvent) => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.title = COPY;
  button.ariaLabel = COPY;
  button.addEventListener('click', act);
  return button;
}
