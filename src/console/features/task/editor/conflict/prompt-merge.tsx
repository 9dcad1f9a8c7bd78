import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { MergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { editorLook } from '#console/ui/editor/editor-look.ts';
import { Segmented } from '#console/ui/form/segmented.tsx';
import classes from './conflict.module.css';

interface PromptMergeProps {
  label: string;
  versions: { before: string; theirs: string; mine: string };
  /** The current result. */
  result: string;
  onEdit: (text: string) => void;
}

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
    '.cm-collapsedLines': { padding: '4px 8px' },
  }),
];

/** A prompt in two columns: a read-only version and the editable result. */
export function PromptMerge({ label, versions, result, onEdit }: PromptMergeProps) {
  const [shown, setShown] = useState<keyof typeof versions>('theirs');
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<MergeView | null>(null);
  const latest = useRef({ onEdit, result });
  useEffect(() => {
    latest.current = { onEdit, result };
  });

  const left = versions[shown];
  useEffect(() => {
    if (!place.current) return;
    const created = new MergeView({
      parent: place.current,
      a: {
        doc: left,
        extensions: [
          shared,
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({
            'aria-label': `${label}: version to compare`,
          }),
        ],
      },
      b: {
        doc: latest.current.result,
        extensions: [
          shared,
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of({ 'aria-label': `${label}: result` }),
          EditorView.updateListener.of((update) => {
            const isOurs = update.transactions.some((tr) => tr.isUserEvent('set'));
            if (update.docChanged && !isOurs) latest.current.onEdit(update.state.doc.toString());
          }),
        ],
      },
      revertControls: 'a-to-b',
      gutter: false,
      collapseUnchanged: { margin: 2, minSize: 6 },
    });
    view.current = created;
    return () => {
      view.current = null;
      created.destroy();
    };
  }, [left, label]);

  useEffect(() => {
    const editor = view.current?.b;
    if (!editor || editor.state.doc.toString() === result) return;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: result },
      userEvent: 'set',
    });
  }, [result]);

  return (
    <div>
      <div className={classes.mergeHead}>
        <Segmented
          size="xs"
          label={`${label}: compare with`}
          items={[
            { value: 'before', label: 'Base' },
            { value: 'theirs', label: 'Theirs' },
            { value: 'mine', label: 'Mine' },
          ]}
          value={shown}
          onChange={setShown}
        />
        <span className={classes.title}>Result (editable; use the arrows to copy changes)</span>
      </div>
      <div ref={place} className={classes.merge} />
    </div>
  );
}
