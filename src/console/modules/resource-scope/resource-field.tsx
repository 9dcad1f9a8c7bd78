import { Input, Stack } from '@mantine/core';
import { Segmented } from '#console/ui/form/segmented.tsx';
import type { ResourceScope } from '#generated/model/index.ts';
import { ResourceChoices } from './resource-choices.tsx';

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
