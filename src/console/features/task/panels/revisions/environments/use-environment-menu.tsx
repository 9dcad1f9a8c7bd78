import { Menu } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Task } from '#generated/model/index.ts';
import { useEnvironments } from './use-environments.tsx';

const EnvironmentDialog = lazy(() =>
  import('./environment-dialog.tsx').then((module) => ({ default: module.EnvironmentDialog })),
);

interface EnvironmentMenu {
  items: ReactNode;
  /** Must be rendered beside the menu, because it stays when the menu closes. */
  dialog: ReactNode;
}

/** The menu items for a revision's environments. */
export function useEnvironmentMenu(task: Task, number: number, allowed: boolean): EnvironmentMenu {
  const [asking, setAsking] = useState(false);
  const environments = useEnvironments(task);
  const items = (
    <>
      <Menu.Divider />
      {task.environments.map(({ name, revision }) =>
        revision === number ? (
          <Menu.Item key={name} disabled={!allowed} onClick={() => environments.remove(name)}>
            Delete environment {name}
          </Menu.Item>
        ) : (
          <Menu.Item key={name} disabled={!allowed} onClick={() => environments.set(name, number)}>
            Point {name} here (currently r{revision})
          </Menu.Item>
        ),
      )}
      <Menu.Item disabled={!allowed} onClick={() => setAsking(true)}>
        Create environment…
      </Menu.Item>
    </>
  );
  const dialog = asking && (
    <Suspense>
      <EnvironmentDialog
        revision={number}
        onCreate={(name) => environments.set(name, number)}
        onClosed={() => setAsking(false)}
      />
    </Suspense>
  );
  return { items, dialog };
}
