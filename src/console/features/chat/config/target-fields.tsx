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
import { CHAT_TYPES } from './config-text.ts';
import { type ConfigValues, NO_COLLECTIONS } from './config-values.ts';
import { TaskPicker } from './task-picker.tsx';

interface TargetFieldsProps {
  values: ConfigValues;
  errors: { [K in keyof ConfigValues]?: ReactNode };
  disabled?: boolean;
  onChange: (change: Partial<ConfigValues>) => void;
  /** Creates the sample collection, where there is none. */
  onSample?: ReactNode;
}

const ABOUT: Record<ConfigValues['type'], string> = {
  model: 'Answers from what the model knows.',
  collections: 'Answers from your documents, with citations.',
  task: "Fills in the task's variables and shows its typed output.",
};

/** What a chat talks to: a model, collections or a task. */
export function TargetFields(props: TargetFieldsProps) {
  const { values, errors, disabled = false, onChange, onSample } = props;
  const { orgId, projectId } = useActiveProject();
  const collections = useListCollections(orgId, projectId, { page_limit: 100, sort: 'name' });
  const isBare = collections.data?.results.length === 0;
  return (
    <Stack gap="md">
      <div>
        <Segmented
          label="Chat with"
          fullWidth
          items={CHAT_TYPES}
          value={values.type}
          disabled={disabled}
          onChange={(type) => onChange({ type })}
        />
        <p className={classes.about}>{ABOUT[values.type]}</p>
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
          value={values.task_id}
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
