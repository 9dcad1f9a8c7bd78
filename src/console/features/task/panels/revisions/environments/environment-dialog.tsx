import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
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

/** Asks for the name of a new environment. */
export function EnvironmentDialog({ revision, onCreate, onClosed }: EnvironmentDialogProps) {
  const [opened, setOpened] = useState(true);
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => environmentNameProblem(name) || null },
  });
  const { name } = form.values;
  const close = () => setOpened(false);

  return (
    <Modal opened={opened} onClose={close} onClosed={onClosed} title="Create environment" size="sm">
      <Form
        form={form}
        label="Create environment"
        onSubmit={(values) => onCreate(values.name)}
        onSaved={close}
      >
        <TextInput
          label="Name"
          description={`Call with "revision": "${name || 'staging'}" to use it. It will point to revision ${revision}.`}
          placeholder="staging"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <SubmitBar label="Create environment" always />
      </Form>
    </Modal>
  );
}
