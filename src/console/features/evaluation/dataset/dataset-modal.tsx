import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { addressOf } from '#console/modules/task/task-address.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { type CheckDraft, isComplete, missingField } from '#core/evaluation/check-fields.ts';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import { useCreateDataset, useUpdateDataset } from '#generated/api/evaluation/evaluation.ts';
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
  const address = addressOf(task);
  const create = useCreateDataset({ mutation: { meta: { fields: true } } });
  const update = useUpdateDataset({ mutation: { meta: { fields: true } } });
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

  return (
    <Modal opened onClose={onClose} title={dataset ? 'Edit dataset' : 'Create dataset'} size="xl">
      <Form
        form={form}
        label="Dataset"
        onSubmit={async (data) => {
          const saved = dataset
            ? await update.mutateAsync({
                ...address,
                datasetId: dataset.id,
                data,
                headers: { 'If-Match': dataset.etag },
              })
            : await create.mutateAsync({ ...address, data });
          onSaved?.(saved);
        }}
        onSaved={onClose}
      >
        <Stack gap="md">
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
          <SubmitBar label={dataset ? 'Save dataset' : 'Create dataset'} always />
        </Stack>
      </Form>
    </Modal>
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
