import { Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { useLatest } from '#console/ui/use-latest.ts';
import classes from './conflict.module.css';
import { type Merge, mergeAbove, mergeBeside } from './merge-view.ts';
import type { Choice, Part, PartRule } from './three-way.ts';

interface Decision {
  choice: Choice;
  text?: string;
}

interface ConflictPartProps<T> {
  part: Part<T>;
  base: T;
  mine: T;
  theirs: T;
  decision: Decision | undefined;
  onDecide: (decision: Decision) => void;
}

const who = {
  mine: 'Changed by you',
  theirs: 'Changed by them',
  both: 'Changed in both',
} as const;

/** One part that differs: the common base, both versions and the result. */
export function ConflictPart<T extends object>(props: ConflictPartProps<T>) {
  const { part, base, mine, theirs, decision, onDecide } = props;
  const { key, rule, changedBy, merged } = part;
  const { label, isText = false } = rule;
  const choices: { value: Choice; label: string }[] = [
    { value: 'theirs', label: 'Theirs' },
    { value: 'mine', label: 'Mine' },
  ];
  if (merged) {
    const clashing = isText ? 'Both, mine first' : 'Both, prefer mine';
    choices.push({ value: 'merged', label: merged.clashes > 0 ? clashing : 'Both' });
  }
  const textOf = (choice: Choice): string => {
    if (choice === 'merged') return String(merged?.value ?? '');
    return String((choice === 'theirs' ? theirs : mine)[key]);
  };
  // Merging may combine or drop single properties, so the user sees what they get.
  const result = decision?.choice === 'merged' ? (merged?.value ?? null) : null;
  return (
    <section className={classes.part} aria-label={label}>
      <div className={classes.head}>
        <Text component="h3" fw={600}>
          {label}
        </Text>
        <span className={classes.who}>{who[changedBy]}</span>
        <div className={classes.keep}>
          Keep
          <Segmented
            size="xs"
            label={`Version to keep: ${label}`}
            items={choices}
            value={decision?.choice ?? null}
            onChange={(choice) => onDecide({ choice })}
          />
        </div>
      </div>
      {isText ? (
        <TextMerge
          label={label}
          versions={{
            before: String(base[key]),
            theirs: String(theirs[key]),
            mine: String(mine[key]),
          }}
          result={decision ? (decision.text ?? textOf(decision.choice)) : String(mine[key])}
          onEdit={(text) => onDecide({ choice: decision?.choice ?? 'mine', text })}
        />
      ) : (
        <div className={classes.columns}>
          <Lines title="Base" rule={rule} shown={base[key]} base={base[key]} />
          <Lines title="Theirs" rule={rule} shown={theirs[key]} base={base[key]} />
          <Lines title="Mine" rule={rule} shown={mine[key]} base={base[key]} />
          {result !== null && <Lines title="Result" rule={rule} shown={result} base={base[key]} />}
        </div>
      )}
    </section>
  );
}

interface LinesProps {
  title: string;
  rule: PartRule<unknown>;
  shown: unknown;
  base: unknown;
}

function Lines({ title, rule, shown, base }: LinesProps) {
  const lines = rule.lines(shown);
  const before = new Set(rule.lines(base));
  return (
    <div className={classes.column}>
      <h4 className={classes.title}>{title}</h4>
      {lines.length === 0 && (
        <Text size="xs" c="dimmed">
          Empty
        </Text>
      )}
      <ul className="tl-list">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same line may occur twice
          <li key={index} className={classes.line} data-changed={!before.has(line) || undefined}>
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface TextMergeProps {
  label: string;
  versions: { before: string; theirs: string; mine: string };
  /** The current result. */
  result: string;
  onEdit: (text: string) => void;
}

/** A version of a text, and the editable result with the differences. */
function TextMerge({ label, versions, result, onEdit }: TextMergeProps) {
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
