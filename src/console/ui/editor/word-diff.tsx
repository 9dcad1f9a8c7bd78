import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { editorLook } from './editor-look.ts';
import classes from './word-diff.module.css';

interface WordDiffProps {
  before: string;
  after: string;
  label: string;
  /** Whether to show two columns instead of one with inline changes. */
  split?: boolean;
}

const COLLAPSED = { margin: 2, minSize: 4 };
/** Bounds the word diff: two long unrelated texts would take seconds. */
const DIFF = { timeout: 100 };

const removed = {
  background: 'var(--mantine-color-red-light)',
  color: 'var(--mantine-color-red-light-color)',
  borderRadius: '2px',
};
const added = {
  background: 'var(--mantine-color-green-light)',
  color: 'var(--mantine-color-green-light-color)',
  borderRadius: '2px',
};
const theme = EditorView.theme({
  '.cm-scroller': { fontSize: '13px', lineHeight: '20px', maxHeight: '420px' },
  '.cm-content': { padding: '8px 0' },
  '.cm-line, .cm-deletedChunk': { padding: '0 12px' },
  '.cm-changedLine, .cm-inlineChangedLine': { background: 'transparent !important' },
  '&.cm-merge-a .cm-changedText': removed,
  '&.cm-merge-b .cm-changedText': added,
  '.cm-deletedChunk': { background: 'transparent' },
  '.cm-deletedChunk .cm-deletedText, .cm-deletedText': {
    ...removed,
    textDecoration: 'line-through',
  },
  '.cm-collapsedLines': {
    padding: '4px 12px',
    fontFamily: 'var(--mantine-font-family)',
    fontSize: '12px',
  },
});

/** A word diff of two texts: removed words are struck through, added ones marked. */
export function WordDiff({ before, after, label, split = false }: WordDiffProps) {
  const host = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!host.current || before === after) return;
    const parent = host.current;
    const view = split
      ? besides(parent, before, after, label)
      : unified(parent, before, after, label);
    return () => view.destroy();
  }, [before, after, label, split]);

  if (before === after)
    return (
      <Text size="sm" c="dimmed">
        No changes
      </Text>
    );
  return <div ref={host} className={classes.diff} data-split={split || undefined} />;
}

function unified(parent: HTMLElement, before: string, after: string, label: string): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: after,
      extensions: [
        reading(label),
        unifiedMergeView({
          original: before,
          mergeControls: false,
          gutter: false,
          highlightChanges: true,
          allowInlineDiffs: true,
          syntaxHighlightDeletions: false,
          collapseUnchanged: COLLAPSED,
          diffConfig: DIFF,
        }),
      ],
    }),
  });
}

function besides(parent: HTMLElement, before: string, after: string, label: string): MergeView {
  return new MergeView({
    parent,
    a: { doc: before, extensions: reading(`${label}: before`) },
    b: { doc: after, extensions: reading(`${label}: after`) },
    gutter: false,
    highlightChanges: true,
    collapseUnchanged: COLLAPSED,
    diffConfig: DIFF,
  });
}

function reading(label: string): Extension {
  return [
    editorLook,
    theme,
    EditorView.lineWrapping,
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true' }),
  ];
}
