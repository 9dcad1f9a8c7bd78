import { type ReactNode, useState } from 'react';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import type { Task } from '#generated/model/index.ts';
import { EnvironmentDialog } from './environment-dialog.tsx';
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
