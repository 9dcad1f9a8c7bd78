import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ChatMessage } from '#generated/model/index.ts';
import classes from './conversation.module.css';

interface BranchesProps {
  message: Pick<ChatMessage, 'id' | 'sibling_ids' | 'role'>;
  onChoose: (id: string) => void;
}

/** Which of the alternatives to a message is shown: `2 / 3`, with arrows. */
export function Branches({ message: { id, sibling_ids, role }, onChoose }: BranchesProps) {
  if (sibling_ids.length < 2) return null;
  const at = sibling_ids.indexOf(id);
  const what = role === 'user' ? 'version' : 'answer';
  const arrow = (to: string | undefined, label: string, icon: ReactNode) => (
    <ActionIcon
      variant="subtle"
      aria-label={`${label} ${what}`}
      disabled={to === undefined}
      onClick={() => to !== undefined && onChoose(to)}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <span className={classes.branches}>
      {arrow(sibling_ids[at - 1], 'Previous', <IconChevronLeft />)}
      <span className="tl-tabular">
        {at + 1} / {sibling_ids.length}
      </span>
      {arrow(sibling_ids[at + 1], 'Next', <IconChevronRight />)}
    </span>
  );
}
