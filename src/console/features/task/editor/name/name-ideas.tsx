import { ActionIcon } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { MenuHost } from '#console/ui/menu/menu-anchor.tsx';
import { useDisclosure } from '#console/ui/menu/use-disclosure.ts';
import { onDemand } from '#console/ui/on-demand.tsx';
import type { Task } from '#generated/model/index.ts';

const load = () => import('../../assist/suggest-name.tsx');
const SuggestName = onDemand(load, 'SuggestName');

/** The button beside the name that suggests other names. */
export function NameIdeas({ task }: { task: Task }) {
  const menu = useDisclosure('menu');
  return (
    <MenuHost>
      <Tooltip label="Suggest a name" disabled={menu.opened}>
        <ActionIcon
          {...menu.button}
          aria-label="Suggest a name"
          size="md"
          onPointerEnter={load}
          onFocus={load}
        >
          <IconSparkles />
        </ActionIcon>
      </Tooltip>
      {menu.opened && <SuggestName task={task} onClose={menu.close} />}
    </MenuHost>
  );
}
