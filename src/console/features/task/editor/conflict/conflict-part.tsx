import { Text } from '@mantine/core';
import { Segmented } from '#console/ui/form/segmented.tsx';
import type { TaskDefinition } from '#generated/model/index.ts';
import classes from './conflict.module.css';
import { PromptMerge } from './prompt-merge.tsx';
import { type Choice, linesOf, type Part, type PartKey, resolveWith } from './three-way.ts';

interface Decision {
  choice: Choice;
  text?: string;
}

interface ConflictPartProps {
  part: Part;
  base: TaskDefinition;
  mine: TaskDefinition;
  theirs: TaskDefinition;
  decision: Decision | undefined;
  onDecide: (decision: Decision) => void;
}

const who = {
  mine: 'Changed by you',
  theirs: 'Changed by them',
  both: 'Changed in both',
} as const;

/** One part that differs: the common base, both versions and the result. */
export function ConflictPart({ part, base, mine, theirs, decision, onDecide }: ConflictPartProps) {
  const { key, label, changedBy, merged } = part;
  const isPrompt = key === 'system_prompt' || key === 'user_prompt';
  const choices: { value: Choice; label: string }[] = [
    { value: 'theirs', label: 'Theirs' },
    { value: 'mine', label: 'Mine' },
  ];
  if (merged) {
    const clashing = isPrompt ? 'Both, mine first' : 'Both, prefer mine';
    choices.push({ value: 'merged', label: merged.clashes > 0 ? clashing : 'Both' });
  }
  const textOf = (choice: Choice): string => {
    if (choice === 'merged') return String(merged?.value ?? '');
    return String((choice === 'theirs' ? theirs : mine)[key]);
  };
  // Merging may combine or drop single properties, so the user sees what they get.
  const result =
    decision?.choice === 'merged' && resolveWith([part], { [key]: decision }, mine, theirs);
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
      {isPrompt ? (
        <PromptMerge
          label={label}
          versions={{ before: base[key], theirs: theirs[key], mine: mine[key] }}
          result={decision ? (decision.text ?? textOf(decision.choice)) : mine[key]}
          onEdit={(text) => onDecide({ choice: decision?.choice ?? 'mine', text })}
        />
      ) : (
        <div className={classes.columns}>
          <Lines title="Base" part={key} shown={base} base={base} />
          <Lines title="Theirs" part={key} shown={theirs} base={base} />
          <Lines title="Mine" part={key} shown={mine} base={base} />
          {result && <Lines title="Result" part={key} shown={result} base={base} />}
        </div>
      )}
    </section>
  );
}

interface LinesProps {
  title: string;
  part: PartKey;
  shown: TaskDefinition;
  base: TaskDefinition;
}

function Lines({ title, part, shown, base }: LinesProps) {
  const lines = linesOf(part, shown);
  const before = new Set(linesOf(part, base));
  return (
    <div className={classes.column}>
      <h4 className={classes.title}>{title}</h4>
      {lines.length === 0 && (
        <Text size="xs" c="dimmed">
          Empty
        </Text>
      )}
      <ul className="tl-list">
        {lines.map((line) => (
          <li key={line} className={classes.line} data-changed={!before.has(line) || undefined}>
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}
