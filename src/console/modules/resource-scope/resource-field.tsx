import { Input, MultiSelect, Stack } from '@mantine/core';
import { Segmented } from '#console/ui/form/segmented.tsx';
import type { ResourceScope } from '#generated/model/index.ts';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useListCollections } from '#generated/api/collection/collection.ts';
import { useListTasks } from '#generated/api/task/task.ts';

const LIMIT = 100;

type ResourceChoicesProps = {
  value: ResourceScope;
  onChange: (value: ResourceScope) => void;
  what: string;
  invalid: boolean;
};

/** The tasks and collections that a key or an app is limited to. */
function ResourceChoices({ value, onChange, what, invalid }: ResourceChoicesProps) {
  const { at } = useActiveProject();
  const tasks = useListTasks(...at, { page_limit: LIMIT });
  const collections = useListCollections(...at, { page_limit: LIMIT });
  return (
    <>
      <MultiSelect
        label="Tasks"
        placeholder={value.task_ids.length === 0 ? 'No tasks' : undefined}
        description={`The ${what} can run these tasks and read their runs.`}
        data={options(tasks.data?.results, value.task_ids)}
        value={value.task_ids}
        onChange={(task_ids) => onChange({ ...value, task_ids })}
        aria-invalid={invalid || undefined}
        maxValues={LIMIT}
        searchable
        clearable
      />
      <MultiSelect
        label="Collections"
        placeholder={value.collection_ids.length === 0 ? 'No collections' : undefined}
        description={`The ${what} can search these collections.`}
        data={options(collections.data?.results, value.collection_ids)}
        value={value.collection_ids}
        onChange={(collection_ids) => onChange({ ...value, collection_ids })}
        maxValues={LIMIT}
        searchable
        clearable
      />
    </>
  );
}

/** Those that were chosen are offered in any case, even if they aren't on the first page or were deleted. */
function options(
  listed: readonly { id: string; name: string }[] | undefined,
  chosen: readonly string[],
) {
  const known = (listed ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const others = chosen.filter((id) => !known.some(({ value }) => value === id));
  return [...known, ...others.map((id) => ({ value: id, label: id }))];
}

type ResourceFieldProps = {
  /** Null for all of the project. */
  value: ResourceScope | null;
  onChange: (value: ResourceScope | null) => void;
  /** What is limited: “key” or “app”. */
  what: string;
  error?: string | undefined;
};

const NOTHING: ResourceScope = { task_ids: [], collection_ids: [] };

/** What a key or an app may use: all of the project, or some of its tasks and collections. */
export function ResourceField({ value, onChange, what, error }: ResourceFieldProps) {
  return (
    <Input.Wrapper label="Access" labelElement="div" error={error}>
      <Stack gap="sm">
        <Segmented
          fullWidth
          label="Access"
          items={[
            { value: 'project', label: 'Whole project' },
            { value: 'some', label: 'Selected' },
          ]}
          value={value === null ? 'project' : 'some'}
          onChange={(kind) => onChange(kind === 'project' ? null : NOTHING)}
        />
        {value && (
          <ResourceChoices value={value} onChange={onChange} what={what} invalid={Boolean(error)} />
        )}
      </Stack>
    </Input.Wrapper>
  );
}
