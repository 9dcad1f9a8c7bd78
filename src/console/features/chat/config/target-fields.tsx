import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { CollectionPicker } from '#console/modules/collection/collection-picker.tsx';
import { ModelPicker } from '#console/modules/model/model-picker.tsx';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { PlainField } from '#console/ui/form/plain-field.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { useListCollections } from '#generated/api/collection/collection.ts';
import classes from './config.module.css';
import { type ConfigValues, NO_COLLECTIONS } from './config-values.ts';
import { TaskPicker } from './task-picker.tsx';

interface TargetFieldsProps {
  values: Pick<ConfigValues, 'type' | 'model_id' | 'collection_ids'> & { task_id?: string };
  errors: { [K in keyof ConfigValues]?: ReactNode };
  /** Whether it answers visitors of other websites, who can't fill in a task. */
  forVisitors?: boolean;
  disabled?: boolean;
  onChange: (change: Partial<ConfigValues>) => void;
  /** Creates the sample collection, where there is none. */
  onSample?: ReactNode;
}

type Types = readonly { value: ConfigValues['type']; label: string; about: string }[];

const TYPES: Types = [
  { value: 'model', label: 'Model', about: 'Answers from what the model knows.' },
  {
    value: 'collections',
    label: 'Collections',
    about: 'Answers from your documents, with citations.',
  },
  {
    value: 'task',
    label: 'Task',
    about: "Fills in the task's variables and shows its typed output.",
  },
];

const VISITOR_TYPES: Types = [
  {
    value: 'collections',
    label: 'Collections',
    about: 'Answers from your documents, with citations. Visitors see quotations from them.',
  },
  {
    value: 'model',
    label: 'Model',
    about: 'Answers from what the model knows, and from the system prompt.',
  },
];

/** What a chat talks to: a model, collections or a task. */
export function TargetFields(props: TargetFieldsProps) {
  const { values, errors, forVisitors, disabled = false, onChange, onSample } = props;
  const { at, orgId, projectId } = useActiveProject();
  const collections = useListCollections(
    ...at,
    { page_limit: 100, sort: 'name' },
    { query: { enabled: !forVisitors } },
  );
  const isBare = !forVisitors && collections.data?.results.length === 0;
  const types = forVisitors ? VISITOR_TYPES : TYPES;
  return (
    <Stack gap="md">
      <div>
        <Segmented
          label={forVisitors ? 'Answers from' : 'Chat with'}
          fullWidth
          items={types}
          value={values.type}
          disabled={disabled}
          onChange={(type) => onChange({ type })}
        />
        <p className={classes.about}>{types.find(({ value }) => value === values.type)?.about}</p>
      </div>
      {values.type === 'collections' &&
        (isBare ? (
          <div className={classes.bare}>
            <p>{NO_COLLECTIONS}</p>
            <LinkButton variant="default" to={paths.newCollection(projectId)}>
              Create collection
            </LinkButton>
            {onSample}
          </div>
        ) : (
          <CollectionPicker
            ids={values.collection_ids}
            readOnly={disabled}
            error={errors.collection_ids as string | undefined}
            onChange={(collection_ids) => onChange({ collection_ids })}
          />
        ))}
      {values.type === 'task' ? (
        <TaskPicker
          value={values.task_id ?? ''}
          disabled={disabled}
          error={errors.task_id}
          onChange={(task_id) => onChange({ task_id })}
        />
      ) : (
        <PlainField label="Model">
          {(control) => (
            <ModelPicker
              id={control.id}
              orgId={orgId}
              none="Default model"
              disabled={disabled}
              modelId={values.model_id}
              onChange={(model_id) => onChange({ model_id })}
            />
          )}
        </PlainField>
      )}
    </Stack>
  );
}
