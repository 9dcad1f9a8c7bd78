import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { environmentNameProblem } from '#core/task/revision/environment.ts';

interface EnvironmentDialogProps {
  /** The revision that the environment will point to. */
  revision: number;
  /** Resolves with whether it was created. */
  onCreate: (name: string) => Promise<boolean>;
  onClosed: () => void;
}

/** Asks for the name of a new environment. It is part of the path, so no request body has it. */
export function EnvironmentDialog({ revision, onCreate, onClosed }: EnvironmentDialogProps) {
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => environmentNameProblem(name) || null },
  });
  return (
    <Modal title="Create environment" size="sm" onClosed={onClosed}>
      {(done) => (
        <Form
          form={form}
          label="Create environment"
          onSubmit={({ name }) => onCreate(name)}
          onSaved={done}
        >
          <TextInput
            label="Name"
            description={`Call with "revision": "${form.values.name || 'staging'}" to use it. It will point to revision ${revision}.`}
            placeholder="staging"
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <SubmitBar label="Create environment" always />
        </Form>
      )}
    </Modal>
  );
}
