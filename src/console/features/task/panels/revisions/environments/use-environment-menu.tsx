import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import { Modal } from '#console/ui/modal/modal.tsx';
import { environmentNameProblem } from '#core/task/revision/environment.ts';
import type { Task } from '#generated/model/index.ts';
import { useEnvironments } from './use-environments.tsx';

interface EnvironmentMenu {
  actions: readonly MenuAction[];
  /** Must be rendered beside the menu, because it stays when the menu closes. */
  dialog: ReactNode;
}

/**
 * The menu items for a revision's environments.
 * @param reason why they are disabled; null when they are enabled
 */
export function useEnvironmentMenu(
  task: Task,
  number: number,
  reason: string | null,
): EnvironmentMenu {
  const [asking, setAsking] = useState(false);
  const environments = useEnvironments(task);
  const actions: MenuAction[] = [
    ...task.environments
      .filter(({ revision }) => revision !== number)
      .map(({ name, revision }) => ({
        label: `Point ${name} here (currently r${revision})`,
        onClick: () => void environments.set(name, number),
      })),
    { label: 'Create environment…', onClick: () => setAsking(true) },
    ...task.environments
      .filter(({ revision }) => revision === number)
      .map(({ name }) => ({
        label: `Delete environment ${name}`,
        danger: true,
        onClick: () => void environments.remove(name),
      })),
  ].map((action, index) => ({ ...action, disabled: reason, divided: index === 0 }));
  const dialog = asking && (
    <EnvironmentDialog
      revision={number}
      onCreate={(name) => environments.set(name, number)}
      onClosed={() => setAsking(false)}
    />
  );
  return { actions, dialog };
}

interface EnvironmentDialogProps {
  /** The revision that the environment will point to. */
  revision: number;
  /** Resolves with whether it was created. */
  onCreate: (name: string) => Promise<boolean>;
  onClosed: () => void;
}

/** Asks for the name of a new environment. It is part of the path, so no request body has it. */
function EnvironmentDialog({ revision, onCreate, onClosed }: EnvironmentDialogProps) {
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
