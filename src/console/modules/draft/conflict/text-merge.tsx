import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { useLatest } from '#console/ui/use-latest.ts';
import classes from './conflict.module.css';
import { type Merge, mergeAbove, mergeBeside } from './merge-view.ts';

interface TextMergeProps {
  label: string;
  versions: { before: string; theirs: string; mine: string };
  /** The current result. */
  result: string;
  onEdit: (text: string) => void;
}

/** A version of a text, and the editable result with the differences. */
export function TextMerge({ label, versions, result, onEdit }: TextMergeProps) {
  const [shown, setShown] = useState<keyof typeof versions>('theirs');
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const place = useRef<HTMLDivElement>(null);
  const merge = useRef<Merge | null>(null);
  const latest = useLatest({ onEdit, result });

  const left = versions[shown];
  useEffect(() => {
    if (!place.current) return;
    const created = (narrow ? mergeAbove : mergeBeside)({
      parent: place.current,
      label,
      left,
      result: latest.current.result,
      onEdit: (text) => latest.current.onEdit(text),
    });
    merge.current = created;
    return () => {
      merge.current = null;
      created.destroy();
    };
  }, [left, label, narrow]);

  useEffect(() => {
    const editor = merge.current?.editor;
    if (!editor || editor.state.doc.toString() === result) return;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: result },
      userEvent: 'set',
    });
  }, [result]);

  return (
    <div>
      <div className={classes.mergeHead}>
        <span className={classes.title}>Compare with</span>
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
        <span className={classes.hint}>
          {narrow
            ? 'The result is editable. Copy brings a change into it.'
            : 'The result on the right is editable. Arrows copy changes to it.'}
        </span>
      </div>
      <div ref={place} className={classes.merge} />
    </div>
  );
}
