import { ActionIcon, type ActionIconProps, Menu } from '@mantine/core';
import { Tooltip } from '#console/ui/tooltip.tsx';
import '@mantine/core/styles/Menu.css';
import { IconSparkles } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { Task } from '#generated/model/index.ts';

const SuggestName = lazy(() =>
  import('../assist/suggest-name.tsx').then((m) => ({ default: m.SuggestName })),
);

/** Beside the name: what else the task could be called. */
export function NameIdeas({ task }: { task: Task }) {
  return (
    <Menu position="bottom-start" width={300} portalProps={{ target: 'main' }}>
      <Tooltip label="Suggest a name">
        <Target />
      </Tooltip>
      <Menu.Dropdown>
        <Suspense>
          <SuggestName task={task} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  );
}

/** What the tooltip gives its child goes to the button. */
function Target(props: ActionIconProps) {
  return (
    <Menu.Target>
      <ActionIcon {...props} aria-label="Suggest a name" size="md">
        <IconSparkles size={16} stroke={1.5} />
      </ActionIcon>
    </Menu.Target>
  );
}
