import { ActionIcon, Select } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { ErrorState } from '#console/ui/error-state.tsx';
import { TextSkeleton } from '#console/ui/skeletons.tsx';
import {
  useGetTaskDraft,
  useGetTaskRevision,
  useListTaskRevisions,
} from '#generated/api/task/task.ts';
import type { Task, TaskDefinition } from '#generated/model/index.ts';
import classes from './panels.module.css';
import { PromptDiff } from './prompt-diff.tsx';

interface RevisionCompareProps {
  task: Task;
  number: number;
  /** Another revision; null for the draft. */
  against: number | null;
  onAgainst: (other: number | null) => void;
  onBack: () => void;
}

/** The prompts of a revision and of what it is compared with, the older one first, word by word. */
export function RevisionCompare(props: RevisionCompareProps) {
  const { task, number, against, onAgainst, onBack } = props;
  const at = [task.org_id, task.project_id, task.id] as const;
  const one = useGetTaskRevision(...at, number);
  const other = useGetTaskRevision(...at, against ?? 1, { query: { enabled: against !== null } });
  const draft = useGetTaskDraft(...at, { query: { enabled: against === null } });
  const revisions = useListTaskRevisions(...at, { page_limit: 100 });
  const second = against === null ? draft : other;

  const options = [
    { value: 'draft', label: 'Draft' },
    ...(revisions.data?.results ?? [])
      .filter((revision) => revision.number !== number)
      .map((revision) => ({
        value: String(revision.number),
        label: `r${revision.number}${revision.note ? ` · ${revision.note.slice(0, 40)}` : ''}`,
      })),
  ];
  const chosen = against === null ? 'draft' : String(against);
  if (!options.some(({ value }) => value === chosen)) {
    options.push({ value: chosen, label: `r${chosen}` });
  }

  return (
    <>
      <div className={classes.detailHead}>
        <ActionIcon aria-label={`Back to revision ${number}`} onClick={onBack}>
          <IconArrowLeft size={18} stroke={1.5} />
        </ActionIcon>
        <h2 className={classes.detailTitle}>Revision {number} against</h2>
        <Select
          aria-label="Compare with"
          size="xs"
          w={168}
          data={options}
          value={chosen}
          allowDeselect={false}
          searchable={options.length > 8}
          onChange={(value) => onAgainst(value === 'draft' ? null : Number(value))}
        />
      </div>
      <Body
        one={{ name: `r${number}`, number, definition: one.data?.definition }}
        other={{
          name: against === null ? 'Draft' : `r${against}`,
          number: against ?? Number.POSITIVE_INFINITY,
          definition: second.data?.definition,
        }}
        error={one.error ?? second.error}
        onRetry={() => {
          void one.refetch();
          void second.refetch();
        }}
      />
    </>
  );
}

interface Side {
  name: string;
  number: number;
  definition: TaskDefinition | undefined;
}

interface BodyProps {
  one: Side;
  other: Side;
  error: unknown;
  onRetry: () => void;
}

function Body({ one, other, error, onRetry }: BodyProps) {
  const [before, after] = one.number < other.number ? [one, other] : [other, one];
  if (!before.definition || !after.definition) {
    return error ? <ErrorState error={error} onRetry={onRetry} /> : <TextSkeleton lines={8} />;
  }
  const changed = otherChanges(before.definition, after.definition);
  return (
    <div className={classes.definition}>
      {(['system_prompt', 'user_prompt'] as const).map((key) => (
        <section key={key}>
          <h3 className={classes.sectionTitle}>
            {key === 'system_prompt' ? 'System prompt' : 'User prompt'}
            <span className={classes.count}>
              {before.name} → {after.name}
            </span>
          </h3>
          <PromptDiff
            before={before.definition?.[key] ?? ''}
            after={after.definition?.[key] ?? ''}
            label={`${key === 'system_prompt' ? 'System' : 'User'} prompt, ${before.name} to ${after.name}`}
          />
        </section>
      ))}
      <p className={classes.itemMeta}>
        {changed.length === 0
          ? 'Everything but the prompts is the same.'
          : `Also different: ${changed.join(', ')}.`}
      </p>
    </div>
  );
}

const settings = {
  variables: 'variables',
  output_format: 'output format',
  model_id: 'model',
  parameters: 'parameters',
  tools: 'tools',
  tool_choice: 'tool choice',
  retrieval: 'retrieval',
} as const;

function otherChanges(before: TaskDefinition, after: TaskDefinition): string[] {
  const keys = Object.keys(settings) as (keyof typeof settings)[];
  return keys
    .filter((key) => canonical(before[key]) !== canonical(after[key]))
    .map((key) => settings[key]);
}

/** JSON whose text does not depend on the order of keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
