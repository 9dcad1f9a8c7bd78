import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import type { ChatMessage } from '#generated/model/index.ts';
import classes from './conversation.module.css';
import { moveFocus, useMovedFocus } from './moved-focus.ts';

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
    <Arrow id={id} to={to} label={`${label} ${what}`} icon={icon} onChoose={onChoose} />
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

interface ArrowProps {
  id: string;
  /** The alternative that it leads to, if there is one. */
  to: string | undefined;
  label: string;
  icon: ReactNode;
  onChoose: (id: string) => void;
}

function Arrow({ id, to, label, icon, onChoose }: ArrowProps) {
  const button = useRef<HTMLButtonElement>(null);
  useMovedFocus(`${label} ${id}`, button);
  return (
    <ActionIcon
      ref={button}
      variant="subtle"
      aria-label={label}
      // It keeps the focus at the first and last alternative, so it isn't disabled altogether.
      aria-disabled={to === undefined}
      data-disabled={to === undefined || undefined}
      onClick={() => {
        if (to === undefined) return;
        moveFocus(`${label} ${to}`);
        onChoose(to);
      }}
    >
      {icon}
    </ActionIcon>
  );
}
