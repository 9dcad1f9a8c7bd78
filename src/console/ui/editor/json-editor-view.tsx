import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { useLatest } from '#console/ui/use-latest.ts';
import { editorLook } from './editor-look.ts';

export interface JsonEditorProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  readOnly?: boolean;
  /** Marks the field as invalid; the error itself is shown below. */
  invalid?: boolean;
  minLines?: number;
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--mantine-color-iris-text)' },
  { tag: tags.string, color: 'var(--mantine-color-green-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--mantine-color-amber-text)' },
]);

const theme = EditorView.theme({
  '.cm-scroller': {
    fontSize: '12px',
    lineHeight: 'var(--json-line-height)',
    minHeight: 'calc(var(--json-min-lines) * var(--json-line-height) + 16px)',
    maxHeight: '400px',
    overflow: 'auto',
  },
  '.cm-content': { padding: '8px 0' },
  '.cm-line': { padding: '0 12px' },
  '.cm-matchingBracket': { background: 'var(--tl-hover)' },
});

// Tab is not bound, so it leaves the editor as in a form.
const keys = [
  ...closeBracketsKeymap,
  ...standardKeymap.filter(({ key }) => key !== 'Mod-Enter'),
  ...historyKeymap,
];

/** A CodeMirror JSON editor, controlled by React. */
export function JsonView(props: JsonEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useLatest(props);

  const { label, readOnly = false, value } = props;
  useEffect(() => {
    if (!place.current) return;
    const created = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          json(),
          syntaxHighlighting(colours),
          bracketMatching(),
          closeBrackets(),
          indentOnInput(),
          history(),
          keymap.of(keys),
          editorLook,
          theme,
          EditorView.lineWrapping,
          EditorState.readOnly.of(readOnly),
          EditorView.contentAttributes.of({
            'aria-label': label,
            ...(readOnly && { 'aria-readonly': 'true' }),
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = created;
    return () => {
      view.current = null;
      created.destroy();
    };
  }, [label, readOnly]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  return <div ref={place} />;
}
