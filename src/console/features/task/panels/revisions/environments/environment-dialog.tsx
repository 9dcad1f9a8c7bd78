import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { DialogForm } from '#console/ui/modal/dialog-form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { environmentNameProblem } from '#core/task/revision/environment.ts';

interface EnvironmentDialogProps {
  /** The revision that the environment gets. */
  revision: number;
  /** Resolves with whether it is made. */
  onCreate: (name: string) => Promise<boolean>;
  onClosed: () => void;
}

/** Asks what a new environment is called. */
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
      title="New environment"
      size="sm"
    >
      <DialogForm label="Create" dirty={name !== ''} onSubmit={create}>
        <TextInput
          label="Name"
          description={`Calls with "revision": "${name || 'staging'}" get revision ${revision}, until you give it another.`}
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
