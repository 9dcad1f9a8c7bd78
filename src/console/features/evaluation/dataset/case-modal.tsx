import { JsonInput, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { inputTexts, readInputs } from '#console/modules/run/inputs/input-values.ts';
import { InputsForm } from '#console/modules/run/inputs/inputs-form.tsx';
import { addressOf } from '#console/modules/task/task-address.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import {
  useCreateDatasetCase,
  useUpdateDatasetCase,
} from '#generated/api/evaluation/evaluation.ts';
import { useGetTaskDraft } from '#generated/api/task/task.ts';
import { DatasetCaseOfInputs } from '#generated/model/datasetCaseOfInputs.zod.ts';
import type { DatasetCase, RunResult, Task, TaskDefinition } from '#generated/model/index.ts';

interface CaseModalProps {
  task: Task;
  datasetId: string;
  /** Null for a new one. */
  one: DatasetCase | null;
  onClose: () => void;
}

/** A case: inputs and the expected output. */
export function CaseModal(props: CaseModalProps) {
  const { task, one, onClose } = props;
  const { orgId, projectId, taskId } = addressOf(task);
  const draft = useGetTaskDraft(orgId, projectId, taskId);
  return (
    <Modal opened onClose={onClose} title={one ? 'Edit case' : 'Add case'} size="lg">
      {draft.data ? (
        <CaseForm {...props} definition={draft.data.definition} />
      ) : draft.error ? (
        <ErrorState error={draft.error} onRetry={() => draft.refetch()} />
      ) : (
        <FormSkeleton fields={3} />
      )}
    </Modal>
  );
}

interface Values {
  name: string;
  /** The typed texts, by variable name. */
  inputs: Record<string, string>;
  expected: string;
}

function CaseForm({
  task,
  datasetId,
  one,
  onClose,
  definition,
}: CaseModalProps & { definition: TaskDefinition }) {
  const { variables, output_format } = definition;
  const isText = output_format.type === 'text';
  const place = { ...addressOf(task), datasetId };
  const create = useCreateDatasetCase({ mutation: { meta: { fields: true } } });
  const update = useUpdateDatasetCase({ mutation: { meta: { fields: true } } });
  const form = useForm(
    contractForm(DatasetCaseOfInputs, {
      initialValues: {
        name: one?.name ?? '',
        inputs: inputTexts(variables, one?.inputs ?? {}),
        expected: textOf(one?.expected ?? null, isText),
      } as Values,
      verbatim: ['inputs', 'expected'],
      body: ({ name, inputs, expected }) => ({
        name,
        inputs: readInputs(variables, inputs).inputs,
        expected: resultOf(expected, isText) ?? null,
      }),
      validate: ({ inputs, expected }) => {
        const { errors } = readInputs(variables, inputs);
        const entries = Object.entries(errors).map(([name, message]) => [
          `inputs.${name}`,
          message,
        ]);
        const isWrong = resultOf(expected, isText) === undefined;
        return {
          ...Object.fromEntries(entries),
          ...(isWrong && { expected: TASK_VALIDATION.notObject }),
        };
      },
    }),
  );
  const errors = Object.fromEntries(
    Object.entries(form.errors).flatMap(([path, message]) => {
      const [start, name] = path.split('.');
      return start === 'inputs' && name ? [[name, String(message)]] : [];
    }),
  );

  return (
    <Form
      form={form}
      label="Case"
      onSubmit={(data) =>
        one
          ? update.mutateAsync({ ...place, caseId: one.id, data })
          : create.mutateAsync({ ...place, data })
      }
      onSaved={onClose}
    >
      <Stack gap="md">
        <TextInput
          data-autofocus
          label="Name"
          placeholder="Optional"
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <InputsForm
          variables={variables}
          texts={form.values.inputs}
          errors={errors}
          onChange={(name, text) => form.setFieldValue(`inputs.${name}`, text)}
          onLeave={() => undefined}
        />
        {isText ? (
          <Textarea
            label="Expected output"
            description="Optional. Checks compare the output with it."
            autosize
            minRows={2}
            maxRows={10}
            {...form.getInputProps('expected')}
          />
        ) : (
          <JsonInput
            label="Expected output"
            description="Optional. A JSON object; only the fields in it are compared."
            placeholder={exampleOf(definition)}
            autosize
            minRows={3}
            maxRows={14}
            formatOnBlur
            {...form.getInputProps('expected')}
          />
        )}
        <SubmitBar label={one ? 'Save case' : 'Add case'} always />
      </Stack>
    </Form>
  );
}

function textOf(result: RunResult, isText: boolean): string {
  if (result === null) return '';
  return isText && typeof result === 'string' ? result : JSON.stringify(result, null, 2);
}

/** Parses the expected output; undefined when it is invalid. */
function resultOf(text: string, isText: boolean): RunResult | undefined {
  if (text.trim() === '') return null;
  if (isText) return text;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function exampleOf({ output_format }: TaskDefinition): string {
  const [field] = output_format.fields ?? [];
  return field ? `{ "${field.name}": ${JSON.stringify(field.options?.[0] ?? '…')} }` : '{ }';
}
