import { JsonInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { mutate } from '#console/api/query/calls.ts';
import { inputTexts, readInputs } from '#console/modules/run/inputs/input-values.ts';
import { InputsForm } from '#console/modules/run/inputs/inputs-form.tsx';
import { Loaded } from '#console/ui/feedback/loaded.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useModal } from '#console/ui/modal/modal-context.ts';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import { createDatasetCase, updateDatasetCase } from '#generated/api/evaluation/evaluation.ts';
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
  const draft = useGetTaskDraft(task.org_id, task.project_id, task.id);
  return (
    <Modal onClosed={onClose} title={one ? 'Edit case' : 'Add case'} size="lg">
      <Loaded query={draft} skeleton={<FormSkeleton fields={3} />}>
        {({ definition }) => <CaseForm {...props} definition={definition} />}
      </Loaded>
    </Modal>
  );
}

interface Values {
  name: string;
  /** The typed texts, by variable name. */
  inputs: Record<string, string>;
  expected: string;
}

function CaseForm(props: CaseModalProps & { definition: TaskDefinition }) {
  const { task, datasetId, one, definition } = props;
  const { variables, output_format } = definition;
  const isText = output_format.type === 'text';
  const at = [task.org_id, task.project_id, task.id, datasetId] as const;
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

  const save = (data: DatasetCaseOfInputs) =>
    one ? mutate(updateDatasetCase, ...at, one.id, data) : mutate(createDatasetCase, ...at, data);

  return (
    <Form form={form} label="Case" onSubmit={save} onSaved={useModal()?.done}>
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
