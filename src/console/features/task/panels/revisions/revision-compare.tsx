import { ActionIcon, Select, Stack, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import { useRef } from 'react';
import { same } from '#console/modules/draft/canonical.ts';
import { REVISIONS_SHOWN, revisionOptions } from '#console/modules/revision/revision-options.ts';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { WordDiff } from '#console/ui/editor/word-diff.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { Loaded } from '#console/ui/feedback/loaded.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { useTakeFocus } from '#console/ui/keyboard/use-return-focus.ts';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import {
  useCompareTaskRevisions,
  useGetTaskRevision,
  useListTaskRevisions,
} from '#generated/api/revision/revision.ts';
import { useGetTaskDraft } from '#generated/api/task/task.ts';
import type { Task, TaskDefinition } from '#generated/model/index.ts';
import classes from './revision-detail.module.css';
import revisionList from './revision-list.module.css';
import { TaskContractChanges } from './task-contract-changes.tsx';

/** Link that runs both side by side, the older one first. */
function sideBySide(number: number, against: number | null): string {
  const [first, second] =
    against === null || number < against ? [number, against] : [against, number];
  return `?tab=run&compare=${first},${second ?? 'draft'}`;
}

interface RevisionCompareProps {
  task: Task;
  number: number;
  /** The revision to compare with; null for the draft. */
  against: number | null;
  onAgainst: (other: number | null) => void;
  onBack: () => void;
}

/** Compares a revision with another, older one first: prompts word by word, settings, contract. */
export function RevisionCompare(props: RevisionCompareProps) {
  const { task, number, against, onAgainst, onBack } = props;
  const back = useRef<HTMLButtonElement>(null);
  useTakeFocus(back);
  const at = [task.org_id, task.project_id, task.id] as const;
  const one = useGetTaskRevision(...at, number);
  const other = useGetTaskRevision(...at, against ?? 1, { query: { enabled: against !== null } });
  const draft = useGetTaskDraft(...at, { query: { enabled: against === null } });
  const revisions = useListTaskRevisions(...at, { page_limit: 100 });
  const second = against === null ? draft : other;

  const options = [
    { value: 'draft', label: 'Draft' },
    ...revisionOptions(task.latest_revision, revisions.data?.results ?? []).filter(
      ({ value }) => value !== String(number),
    ),
  ];
  const chosen = against === null ? 'draft' : String(against);
  if (!options.some(({ value }) => value === chosen)) {
    options.push({ value: chosen, label: `r${chosen}` });
  }

  return (
    <>
      <div className={classes.detailHead}>
        <ActionIcon ref={back} aria-label={`Back to revision ${number}`} onClick={onBack}>
          <IconArrowLeft />
        </ActionIcon>
        <h2 className={classes.detailTitle}>Compare revision {number} with</h2>
        <Select
          aria-label="Compare with"
          size="xs"
          w={168}
          data={options}
          value={chosen}
          allowDeselect={false}
          searchable={options.length > 8}
          limit={REVISIONS_SHOWN}
          nothingFoundMessage="No matching revision"
          onChange={(value) => onAgainst(value === 'draft' ? null : Number(value))}
        />
        <div className={classes.detailActions}>
          <LinkButton size="xs" variant="default" to={{ search: sideBySide(number, against) }}>
            Run both
          </LinkButton>
        </div>
      </div>
      <Body
        task={task}
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
  task: Task;
  one: Side;
  other: Side;
  error: unknown;
  onRetry: () => void;
}

const PARTS = [
  { value: 'prompt', label: 'Prompt' },
  { value: 'settings', label: 'Settings' },
  { value: 'contract', label: 'Contract' },
] as const;

const LAYOUTS = [
  { value: 'unified', label: 'Unified' },
  { value: 'split', label: 'Split' },
] as const;

function Body({ task, one, other, error, onRetry }: BodyProps) {
  const [part, setPart] = useQueryParam('part');
  const [layout, setLayout] = useLocalStorage<'unified' | 'split'>({
    key: 'diff-layout',
    defaultValue: 'unified',
    getInitialValueInEffect: false,
  });
  const [before, after] = one.number < other.number ? [one, other] : [other, one];
  if (!before.definition || !after.definition) {
    return error ? <ErrorState error={error} onRetry={onRetry} /> : <TextSkeleton lines={8} />;
  }
  const shown = PARTS.find(({ value }) => value === part)?.value ?? 'prompt';
  const sides = { before: before.definition, after: after.definition };
  const names = `${before.name} → ${after.name}`;
  return (
    <Stack gap={20} pt={8}>
      <div className={classes.compareHead}>
        <Segmented
          label="Compare"
          items={PARTS}
          value={shown}
          onChange={(value) => setPart(value === 'prompt' ? null : value)}
        />
        {shown !== 'contract' && (
          <Segmented label="Diff layout" items={LAYOUTS} value={layout} onChange={setLayout} />
        )}
      </div>
      {shown === 'prompt' && <Prompts {...sides} names={names} split={layout === 'split'} />}
      {shown === 'settings' && <Settings {...sides} names={names} split={layout === 'split'} />}
      {shown === 'contract' && (
        <TaskContractCompare
          task={task}
          before={before.number}
          after={Number.isFinite(after.number) ? after.number : null}
        />
      )}
    </Stack>
  );
}

interface Definitions {
  before: TaskDefinition;
  after: TaskDefinition;
  names: string;
  split: boolean;
}

function Prompts(props: Definitions) {
  const others = changedSettings(props.before, props.after);
  return (
    <>
      <Changes {...props} of="system_prompt" title="System prompt" />
      <Changes {...props} of="user_prompt" title="User prompt" />
      <p className={revisionList.itemMeta}>
        {others.length === 0
          ? 'No other changes'
          : `Also changed: ${others.map((key) => settings[key]).join(', ')}`}
      </p>
    </>
  );
}

function Settings(props: Definitions) {
  const changed = changedSettings(props.before, props.after);
  if (changed.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No changes
      </Text>
    );
  return changed.map((key) => {
    const title = settings[key].replace(/^./, (letter) => letter.toUpperCase());
    return <Changes key={key} {...props} of={key} title={title} />;
  });
}

interface ChangesProps extends Definitions {
  of: keyof TaskDefinition;
  title: string;
}

function Changes({ before, after, names, split, of, title }: ChangesProps) {
  return (
    <section>
      <SectionTitle order={3} note={names}>
        {title}
      </SectionTitle>
      <WordDiff
        before={written(before[of])}
        after={written(after[of])}
        label={`${title}, ${names}`}
        split={split}
      />
    </section>
  );
}

function written(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

const settings = {
  variables: 'variables',
  strict_inputs: 'strict inputs',
  output_format: 'output format',
  model_id: 'model',
  parameters: 'parameters',
  tools: 'tools',
  tool_choice: 'tool choice',
  retrieval: 'retrieval',
} as const;

function changedSettings(before: TaskDefinition, after: TaskDefinition) {
  const keys = Object.keys(settings) as (keyof typeof settings)[];
  return keys.filter((key) => !same(before[key], after[key]));
}

interface ContractCompareProps {
  task: Task;
  /** Revision numbers; null for the draft. */
  before: number;
  after: number | null;
}

/** How callers are affected by going from one revision to another. */
function TaskContractCompare({ task, before, after }: ContractCompareProps) {
  const query = useCompareTaskRevisions(task.org_id, task.project_id, task.id, {
    base: String(before),
    next: after === null ? 'draft' : String(after),
  });
  return (
    <Loaded query={query} skeleton={<TextSkeleton lines={4} />}>
      {(comparison) => <TaskContractChanges projectId={task.project_id} comparison={comparison} />}
    </Loaded>
  );
}
