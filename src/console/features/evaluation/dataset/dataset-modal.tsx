import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { mutate } from '#console/api/query/calls.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { type CheckDraft, isComplete, missingField } from '#core/evaluation/check-fields.ts';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import { createDataset, updateDataset } from '#generated/api/evaluation/evaluation.ts';
import { DatasetCreate } from '#generated/model/datasetCreate.zod.ts';
import type { Dataset, Task } from '#generated/model/index.ts';
import { ChecksEditor } from './checks-editor.tsx';

interface DatasetModalProps {
  task: Task;
  /** Absent for a new one. */
  dataset?: Dataset;
  onClose: () => void;
  onSaved?: (dataset: Dataset) => void;
}

/** Edits a dataset's name and checks. */
export function DatasetModal({ task, dataset, onClose, onSaved }: DatasetModalProps) {
  const at = [task.org_id, task.project_id, task.id] as const;
  const form = useForm(
    contractForm(DatasetCreate, {
      initialValues: {
        name: dataset?.name ?? '',
        checks: dataset?.checks ?? ([{ type: 'schema_valid' }] as CheckDraft[]),
      },
      body: ({ name, checks }) => ({ name, checks: checks.filter(isComplete) }),
      validate: ({ checks }) => incomplete(checks),
      // Compared with outputs as they are typed.
      verbatim: ['checks'],
    }),
  );

  const changeChecks = (checks: CheckDraft[]) => {
    form.setFieldValue('checks', checks);
    // A check's error may be fixed by now, or its index may belong to another check.
    const others = Object.entries(form.errors).filter(([path]) => !path.startsWith('checks.'));
    form.setErrors(Object.fromEntries(others));
  };

  const save = async (data: DatasetCreate) => {
    const headers = { 'If-Match': dataset?.etag ?? '' };
    const saved = dataset
      ? await mutate(updateDataset, ...at, dataset.id, data, headers)
      : await mutate(createDataset, ...at, data);
    onSaved?.(saved);
  };
  return (
    <FormDialog
      title={dataset ? 'Edit dataset' : 'Create dataset'}
      size="xl"
      label="Dataset"
      submit={dataset ? 'Save dataset' : 'Create dataset'}
      form={form}
      always
      onSubmit={save}
      onClosed={onClose}
    >
      <TextInput
        label="Name"
        placeholder="Difficult reviews"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ChecksEditor
        task={task}
        checks={form.values.checks}
        onChange={changeChecks}
        errorAt={(path) => form.errors[`checks.${path}`]}
      />
    </FormDialog>
  );
}

/** The required fields that checks lack, by the path of the field. */
function incomplete(checks: readonly CheckDraft[]): Record<string, string> {
  const errors = checks.flatMap((check, index) => {
    const field = missingField(check);
    return field === undefined ? [] : [[`checks.${index}.${field}`, TASK_VALIDATION.checkField]];
  });
  return Object.fromEntries(errors);
}
