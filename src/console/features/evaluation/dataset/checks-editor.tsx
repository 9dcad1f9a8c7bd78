import { ActionIcon, Button, Checkbox, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CHECK_LABELS } from '#console/modules/evaluation/check-labels.ts';
import { NumberField } from '#console/ui/form/number-field.tsx';
import { keepFocusInList } from '#console/ui/keyboard/focus.ts';
import { type CheckDraft, type CheckType, withOwnFields } from '#core/evaluation/check-fields.ts';
import { useListTasks } from '#generated/api/task/task.ts';
import type { Task } from '#generated/model/index.ts';
import classes from './dataset.module.css';

interface ChecksEditorProps {
  task: Task;
  checks: readonly CheckDraft[];
  onChange: (checks: CheckDraft[]) => void;
  /** The server's errors, by `index.field`. */
  errorAt: (path: string) => ReactNode;
}

/** Fields of checks, whatever their type. */
type DraftFields = Partial<Record<'field' | 'value' | 'task_id', string>> & {
  ignore_case?: boolean;
  tolerance?: number | undefined;
  max?: number | undefined;
};

const MAX_CHECKS = 20;
const types = Object.entries(CHECK_LABELS).map(([value, label]) => ({ value, label }));
/** Micro-dollars per dollar. */
const DOLLAR = 1_000_000;

/** The checks that the output of every case must pass. */
export function ChecksEditor({ task, checks, onChange, errorAt }: ChecksEditorProps) {
  const put = (index: number, check: CheckDraft) => onChange(checks.with(index, check));
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>Checks</legend>
      <ul className={classes.checkRows}>
        {checks.map((check, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: checks have no id
          <li key={index} className={classes.check}>
            <Select
              aria-label={`Check ${index + 1}`}
              data={types}
              value={check.type}
              onChange={(type) => type && put(index, retyped(check, type as CheckType))}
              allowDeselect={false}
            />
            <CheckDetails
              task={task}
              check={check}
              onChange={(change) => put(index, clean({ ...check, ...change } as CheckDraft))}
              errorOf={(field) => errorAt(`${index}.${field}`)}
            />
            <ActionIcon
              aria-label={`Remove check ${index + 1}`}
              data-remove
              onClick={(event) => {
                keepFocusInList(event.currentTarget);
                onChange(checks.toSpliced(index, 1));
              }}
            >
              <IconTrash />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus />}
          disabled={checks.length >= MAX_CHECKS}
          onClick={() => onChange([...checks, { type: 'equals' }])}
        >
          Add check
        </Button>
      </div>
    </fieldset>
  );
}

interface CheckDetailsProps {
  task: Task;
  check: CheckDraft;
  onChange: (change: DraftFields) => void;
  errorOf: (field: string) => ReactNode;
}

function CheckDetails({ task, check, onChange, errorOf }: CheckDetailsProps) {
  if (check.type === 'schema_valid') return <div className={classes.checkParts} />;
  if (check.type === 'judge') {
    return (
      <div className={classes.checkParts}>
        <JudgeSelect
          task={task}
          value={check.task_id ?? null}
          onChange={(task_id) => onChange({ task_id })}
          error={errorOf('task_id')}
        />
      </div>
    );
  }
  if (check.type === 'latency' || check.type === 'cost') {
    const { type } = check;
    const unit = type === 'latency' ? 1 : DOLLAR;
    return (
      <div className={classes.checkParts}>
        <NumberField
          aria-label={
            type === 'latency' ? 'Maximum latency in milliseconds' : 'Maximum cost in dollars'
          }
          min={0}
          {...(type === 'latency' ? { rightSection: 'ms' } : { leftSection: '$', step: 0.01 })}
          value={check.max === undefined ? undefined : check.max / unit}
          onChange={(value) =>
            onChange({ max: value === undefined ? undefined : Math.round(value * unit) })
          }
          error={errorOf('max')}
        />
      </div>
    );
  }
  return (
    <div className={classes.checkParts}>
      <TextInput
        aria-label="Output field"
        placeholder="Whole output"
        value={check.field ?? ''}
        onChange={(event) => onChange({ field: event.currentTarget.value })}
      />
      <TextInput
        aria-label={check.type === 'matches' ? 'Pattern' : 'Value'}
        placeholder={check.type === 'matches' ? '^[A-Z]{2}-\\d+$' : 'Expected value'}
        value={check.value ?? ''}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
        error={errorOf('value')}
      />
      {check.type !== 'number_close' ? (
        <Checkbox
          label="Ignore case"
          checked={check.ignore_case ?? false}
          onChange={(event) => onChange({ ignore_case: event.currentTarget.checked })}
        />
      ) : (
        <NumberField
          aria-label="Tolerance"
          placeholder="± 0"
          min={0}
          step={0.1}
          value={check.tolerance}
          onChange={(tolerance) => onChange({ tolerance })}
        />
      )}
    </div>
  );
}

interface JudgeSelectProps {
  task: Task;
  value: string | null;
  onChange: (taskId: string) => void;
  error: ReactNode;
}

function JudgeSelect({ task, value, onChange, error }: JudgeSelectProps) {
  const query = useListTasks(task.org_id, task.project_id, { page_limit: 100, sort: 'name' });
  const tasks = query.data?.results.filter(({ id }) => id !== task.id) ?? [];
  return (
    <Select
      aria-label="Judge task"
      placeholder={query.isPending ? 'Loading tasks…' : 'Task with an “output” variable'}
      description="Receives inputs, output and expected, if it has these variables. Returns a field named passed, or text that starts with yes or no."
      data={tasks.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={(id) => id && onChange(id)}
      searchable
      nothingFoundMessage="No matching task"
      error={error}
    />
  );
}

/** A check of another type, with what was entered as far as it has the same fields. */
function retyped(check: CheckDraft, type: CheckType): CheckDraft {
  return withOwnFields({ ...check, type } as CheckDraft);
}

/** Drops empty values. */
function clean(check: CheckDraft): CheckDraft {
  const entries = Object.entries(check).filter(
    ([, value]) => value !== '' && value !== undefined && value !== false,
  );
  return Object.fromEntries(entries) as unknown as CheckDraft;
}
