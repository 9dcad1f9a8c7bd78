import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { DialogForm } from '#console/ui/modal/dialog-form.tsx';
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
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const mistake = environmentNameProblem(name);

  const create = async () => {
    setTried(true);
    if (mistake) return;
    if (await onCreate(name)) setOpened(false);
  };

  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onClosed={onClosed}
      title="Create environment"
      size="sm"
    >
      <DialogForm label="Create environment" dirty={name !== ''} onSubmit={create}>
        <TextInput
          label="Name"
          description={`Call with "revision": "${name || 'staging'}" to use it. It will point to revision ${revision}.`}
          placeholder="staging"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={tried && mistake}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      </DialogForm>
    </Modal>
  );
}
