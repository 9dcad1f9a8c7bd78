import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragStartEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { useLatest } from '#console/ui/use-latest.ts';
import { checkOutline } from '#core/compose/article.ts';
import { HEADINGS_MAX } from '#core/compose/limits.ts';
import type { ArticleHeading } from '#generated/model/index.ts';
import { newPartId } from '../editor/new-part-id.ts';
import classes from './outline.module.css';
import {
  added,
  blockEnd,
  draggedLevel,
  dropped,
  indented,
  moved,
  removed,
} from './outline-moves.ts';
import { type OutlineActions, OutlineRow } from './outline-row.tsx';

interface OutlineTreeProps {
  outline: readonly ArticleHeading[];
  /** `field` is the name of the field being edited. */
  onChange: (outline: ArticleHeading[], field?: string) => void;
  locked: boolean;
}

/** A click isn't a drag. A constant, because a new object would re-render every row. */
const POINTER = { activationConstraint: { distance: 4 } };
/** How far one level is indented, in px. */
const INDENT = 24;

/** The outline as an indented list. Headings move with their subheadings, by dragging or with the keyboard. */
export function OutlineTree({ outline, onChange, locked }: OutlineTreeProps) {
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [announcement, announce] = useState('');
  const sensors = useSensors(useSensor(PointerSensor, POINTER));
  const problems = checkOutline(outline);
  const problemAt = (index: number) =>
    problems.find(({ pointer }) => pointer.startsWith(`/outline/${index}/`))?.message;
  const latest = useLatest({ outline, onChange, locked });

  const tools = useMemo(() => createTools(() => latest.current, list, announce), []);

  const onDragEnd = ({ active, over, delta }: DragEndEvent) => {
    setDragged(null);
    const from = outline.findIndex(({ id }) => id === active.id);
    const to = outline.findIndex(({ id }) => id === over?.id);
    const heading = outline[from];
    if (!heading || to === -1) return;
    const level = draggedLevel(heading.level, Math.round(delta.x / INDENT));
    tools.apply(heading.id, dropped(outline, from, to, level), 'moved');
  };

  // Keeps its identity until a heading moves, because a new list re-renders every row. IDs contain no spaces.
  const ids = outline.map(({ id }) => id).join(' ');
  const items = useMemo(() => ids.split(' '), [ids]);
  const first = outline.findIndex(({ id }) => id === dragged);
  const end = first === -1 ? -1 : blockEnd(outline, first);
  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragStart={({ active }: DragStartEvent) => setDragged(String(active.id))}
        onDragCancel={() => setDragged(null)}
        onDragEnd={onDragEnd}
        accessibility={{ screenReaderInstructions: { draggable: INSTRUCTIONS } }}
      >
        <SortableContext items={items} strategy={verticalListSortingStrategy}>
          <ul ref={list} className={classes.tree} aria-label="Outline">
            {outline.map((heading, index) => (
              <OutlineRow
                key={heading.id}
                heading={heading}
                number={index + 1}
                problem={problemAt(index)}
                isDraggedAlong={index > first && index < end}
                locked={locked}
                actions={tools.actions}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <p className="tl-sr-only" role="status">
        {announcement}
      </p>
    </>
  );
}

/** The actions on headings. Each change is announced, and focus stays on its heading. */
function createTools(
  latest: () => Pick<OutlineTreeProps, 'outline' | 'onChange' | 'locked'>,
  list: RefObject<HTMLUListElement | null>,
  announce: (text: string) => void,
) {
  const indexOf = (id: string) => latest().outline.findIndex((one) => one.id === id);
  const focus = (id: string | undefined) =>
    requestAnimationFrame(() => {
      list.current?.querySelector<HTMLInputElement>(`[data-heading="${id}"]`)?.focus();
    });

  /** Applies a move and announces the heading's new position. */
  function apply(id: string, next: ArticleHeading[] | null, verb: string): void {
    const name = nameOf(latest().outline[indexOf(id)]);
    if (next === null) {
      announce(`${name} can't be ${verb}.`);
      return;
    }
    latest().onChange(next);
    const at = next.findIndex((one) => one.id === id);
    announce(`${name} ${verb}. Now ${at + 1} of ${next.length}, level ${next[at]?.level}.`);
  }

  const actions: OutlineActions = {
    canMove: (id, by) => moved(latest().outline, indexOf(id), by) !== null,
    canIndent: (id, by) => indented(latest().outline, indexOf(id), by) !== null,
    move: (id, by) => {
      // Browsers take focus from an element that is moved in the DOM.
      const focused = document.activeElement;
      const next = moved(latest().outline, indexOf(id), by);
      apply(id, next, by === -1 ? 'moved up' : 'moved down');
      requestAnimationFrame(() => focused instanceof HTMLElement && focused.focus());
    },
    indent: (id, by) => {
      const next = indented(latest().outline, indexOf(id), by);
      apply(id, next, by === 1 ? 'indented' : 'outdented');
    },
    add: (after) => {
      const { outline, onChange } = latest();
      if (outline.length >= HEADINGS_MAX) {
        announce(`An outline has at most ${HEADINGS_MAX} headings.`);
        return;
      }
      const id = newPartId('heading');
      onChange(added(outline, indexOf(after), id));
      announce('Heading added.');
      focus(id);
    },
    remove: (id) => {
      const { outline, onChange } = latest();
      const index = indexOf(id);
      const beside = outline[index - 1] ?? outline[index + 1];
      onChange(removed(outline, index));
      announce(`${nameOf(outline[index])} deleted.`);
      focus(beside?.id);
    },
    change: (id, change, field) => {
      const { outline, onChange } = latest();
      onChange(
        outline.map((one) => (one.id === id ? { ...one, ...change } : one)),
        `${id}.${field}`,
      );
    },
    onKeyDown: (event, id) => {
      const { outline, locked } = latest();
      if (locked || event.nativeEvent.isComposing) return;
      const index = indexOf(id);
      const isEmpty = outline[index]?.heading === '' && outline.length > 1;
      const act = keyAction(event, isEmpty);
      if (act === null) return;
      event.preventDefault();
      if (act === 'add') actions.add(id);
      else if (act === 'remove') actions.remove(id);
      else if (act === 'up' || act === 'down') actions.move(id, act === 'up' ? -1 : 1);
      else if (act === 'in' || act === 'out') actions.indent(id, act === 'in' ? 1 : -1);
      else focus(outline[act === 'next' ? index + 1 : index - 1]?.id ?? id);
    },
  };
  return { actions, apply };
}

function nameOf(heading: ArticleHeading | undefined): string {
  return heading && heading.heading.trim() !== '' ? `“${heading.heading}”` : 'Heading';
}

const INSTRUCTIONS =
  'Press Alt with the arrow keys to move a heading up or down, or to change its level. Enter adds one below, and Backspace deletes an empty one.';

type KeyAction = 'up' | 'down' | 'in' | 'out' | 'add' | 'remove' | 'next' | 'previous';

const WITH_ALT: Readonly<Record<string, KeyAction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};
const ALONE: Readonly<Record<string, KeyAction>> = {
  Enter: 'add',
  ArrowUp: 'previous',
  ArrowDown: 'next',
};

/** The action of a key in a heading's field. Tab leaves the field, as in every form. */
function keyAction(event: KeyboardEvent, isEmpty: boolean): KeyAction | null {
  const { key, altKey, metaKey, ctrlKey, shiftKey } = event;
  if (metaKey || ctrlKey || shiftKey) return null;
  if (altKey) return WITH_ALT[key] ?? null;
  if (key === 'Backspace' && isEmpty) return 'remove';
  return ALONE[key] ?? null;
}
