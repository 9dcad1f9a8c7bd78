import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconDotsVertical,
  IconGripVertical,
  IconIndentDecrease,
  IconIndentIncrease,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { type KeyboardEvent, memo, useId, useState } from 'react';
import { PlainInput, PlainTextarea } from '#console/ui/form/plain.tsx';
import { RowMenuButton } from '#console/ui/menu/row-menu-button.tsx';
import { HEADING_MAX, NOTES_MAX } from '#core/compose/limits.ts';
import type { ArticleHeading } from '#generated/model/index.ts';
import classes from './outline.module.css';

interface OutlineRowProps {
  heading: ArticleHeading;
  /** Counted from 1. */
  number: number;
  problem: string | undefined;
  /** Whether it is a subheading of the heading being dragged. */
  isDraggedAlong: boolean;
  locked: boolean;
  /** Must keep its identity, so that typing in one row doesn't re-render the others. */
  actions: OutlineActions;
}

/** Actions on a heading, by its ID. */
export interface OutlineActions {
  canMove: (id: string, by: -1 | 1) => boolean;
  canIndent: (id: string, by: -1 | 1) => boolean;
  move: (id: string, by: -1 | 1) => void;
  indent: (id: string, by: -1 | 1) => void;
  add: (after: string) => void;
  remove: (id: string) => void;
  onKeyDown: (event: KeyboardEvent, id: string) => void;
  change: (id: string, change: Partial<ArticleHeading>, field: string) => void;
}

/** A row of the outline: a heading with its notes. */
export const OutlineRow = memo(function OutlineRow(props: OutlineRowProps) {
  const { heading, number, problem, isDraggedAlong, locked, actions } = props;
  const { id, level, notes } = heading;
  const sortable = useSortable({ id, disabled: locked });
  const errorId = useId();
  // No error while someone is about to type the heading.
  const [isTouched, setTouched] = useState(heading.heading !== '');
  const shown = isTouched ? problem : undefined;

  return (
    <li
      ref={sortable.setNodeRef}
      className={classes.row}
      data-level={level}
      data-dragged={sortable.isDragging || isDraggedAlong || undefined}
      style={{
        transform: CSS.Translate.toString(sortable.transform),
        transition: sortable.transition ?? undefined,
      }}
    >
      <button
        type="button"
        className={classes.grip}
        {...sortable.attributes}
        {...sortable.listeners}
        aria-label={`Move heading ${number}`}
        disabled={locked}
        onKeyDown={(event) => {
          const by = { ArrowUp: -1, ArrowDown: 1 } as const;
          const sideways = { ArrowLeft: -1, ArrowRight: 1 } as const;
          if (event.key in by) actions.move(id, by[event.key as keyof typeof by]);
          else if (event.key in sideways)
            actions.indent(id, sideways[event.key as keyof typeof sideways]);
          else return;
          event.preventDefault();
        }}
      >
        <IconGripVertical aria-hidden />
      </button>
      <div className={classes.fields}>
        <PlainInput
          className={classes.heading}
          data-heading={id}
          aria-label={`Heading ${number}, level ${level}`}
          aria-describedby={shown ? errorId : undefined}
          placeholder={level === 2 ? 'Section heading' : 'Subheading'}
          maxLength={HEADING_MAX}
          dir="auto"
          readOnly={locked}
          invalid={shown !== undefined}
          value={heading.heading}
          onKeyDown={(event) => actions.onKeyDown(event, id)}
          onBlur={() => setTouched(true)}
          onChange={(event) =>
            actions.change(id, { heading: event.currentTarget.value }, 'heading')
          }
        />
        {shown && (
          <p className={classes.error} id={errorId}>
            {shown}
          </p>
        )}
        <PlainTextarea
          className={classes.notes}
          aria-label={`Notes for heading ${number}`}
          placeholder="What should it say?"
          maxLength={NOTES_MAX}
          dir="auto"
          readOnly={locked}
          value={notes}
          onChange={(event) => actions.change(id, { notes: event.currentTarget.value }, 'notes')}
        />
      </div>
      {!locked && <RowMenu id={id} number={number} actions={actions} />}
    </li>
  );
});

interface RowMenuProps extends Pick<OutlineRowProps, 'number' | 'actions'> {
  id: string;
}

function RowMenu({ id, number, actions }: RowMenuProps) {
  const unless = (possible: boolean) => (possible ? null : "It can't move any further.");
  const label = `Actions for heading ${number}`;
  return (
    <RowMenuButton
      label={label}
      actions={() => [
        { label: 'Add heading below', icon: <IconPlus />, onClick: () => actions.add(id) },
        {
          label: 'Move up',
          icon: <IconArrowUp />,
          divided: true,
          disabled: unless(actions.canMove(id, -1)),
          onClick: () => actions.move(id, -1),
        },
        {
          label: 'Move down',
          icon: <IconArrowDown />,
          disabled: unless(actions.canMove(id, 1)),
          onClick: () => actions.move(id, 1),
        },
        {
          label: 'Indent',
          icon: <IconIndentIncrease />,
          disabled: unless(actions.canIndent(id, 1)),
          onClick: () => actions.indent(id, 1),
        },
        {
          label: 'Outdent',
          icon: <IconIndentDecrease />,
          disabled: unless(actions.canIndent(id, -1)),
          onClick: () => actions.indent(id, -1),
        },
        {
          label: 'Delete heading',
          icon: <IconTrash />,
          danger: true,
          onClick: () => actions.remove(id),
        },
      ]}
    >
      <ActionIcon aria-label={label}>
        <IconDotsVertical />
      </ActionIcon>
    </RowMenuButton>
  );
}
