import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Modal } from '#console/ui/modal.tsx';
import { environmentNameProblem } from '#core/task/environment.ts';

interface EnvironmentDialogProps {
  /** The revision that the environment gets. */
  revision: number;
  onCreate: (name: string) => Promise<void>;
  onClosed: () => void;
}

/** Asks what a new environment is called. */
export function EnvironmentDialog({ revision, onCreate, onClosed }: EnvironmentDialogProps) {
  const [opened, setOpened] = useState(true);
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const mistake = environmentNameProblem(name);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (mistake || saving) return;
    setSaving(true);
    await onCreate(name);
    setOpened(false);
  };

  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onClosed={onClosed}
      title="New environment"
      size="sm"
    >
      <form onSubmit={submit}>
        <Stack gap="md">
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
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => setOpened(false)}>
              Cancel
            </Button>
            <Button type="submit" loading={saving}>
              Create
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
