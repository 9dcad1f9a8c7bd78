import { IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { LongList } from '#console/ui/list/long-list.tsx';
import type { WebsitePage } from '#generated/model/index.ts';
import classes from './page-tree.module.css';
import {
  buildTree,
  type Chosen,
  chosenPages,
  countPages,
  type PageNode,
  visibleNodes,
  withNode,
  withoutNode,
} from './page-tree.ts';

/** Larger sites start with collapsed folders. */
const OPEN_UP_TO = 60;
const ROW = 30;
/** What the arrow keys move between: the checkboxes, and the folders whose checkbox can't be used. */
const STOPS = 'input[type="checkbox"]:enabled, button[tabindex="0"]';

interface PageTreeViewProps {
  pages: readonly WebsitePage[];
  include: readonly string[];
  exclude: readonly string[];
  /** The patterns after a page or folder was ticked or unticked. */
  onExclude: (exclude: string[]) => void;
}

/**
 * The pages of a site, as a tree with checkboxes. Arrow keys move between the checkboxes and open and close folders;
 * Space ticks.
 */
export function PageTreeView({ pages, include, exclude, onExclude }: PageTreeViewProps) {
  const list = useRef<HTMLDivElement>(null);
  const root = useMemo(() => buildTree(pages), [pages]);
  const all = useMemo(() => countPages(root), [root]);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const startsOpen = all <= OPEN_UP_TO;
  const isExpanded = ({ key }: PageNode) => (key === '/' || startsOpen) !== toggled.has(key);
  const nodes = visibleNodes(root, isExpanded);
  const chosen = useMemo(() => chosenPages(root, include, exclude), [root, include, exclude]);

  const expand = (node: PageNode, wanted: boolean) => {
    if (node.url !== null || isExpanded(node) === wanted) return;
    const next = new Set(toggled);
    if (!next.delete(node.key)) next.add(node.key);
    setToggled(next);
  };
  const tick = (node: PageNode, wanted: boolean) =>
    onExclude(wanted ? withNode(exclude, root, node) : withoutNode(exclude, node));

  const onKeyDown = (event: KeyboardEvent, node: PageNode) => {
    const { key } = event;
    if (key === 'ArrowRight' || key === 'ArrowLeft') expand(node, key === 'ArrowRight');
    else if (key === 'ArrowDown' || key === 'ArrowUp') move(list.current, key === 'ArrowDown');
    else return;
    event.preventDefault();
  };

  return (
    <div ref={list} className={classes.tree}>
      <LongList
        label="Pages"
        className={classes.rows}
        items={nodes}
        hasMore={false}
        itemKey={({ node }) => node.key}
        itemHeight={ROW}
        renderItem={({ node, level }, place) => (
          <li
            key={node.key}
            {...place}
            className={classes.row}
            style={{ ...place.style, '--level': level } as React.CSSProperties}
          >
            <Row
              node={node}
              chosen={chosen.get(node.key)}
              isExpanded={isExpanded(node)}
              onExpand={(wanted) => expand(node, wanted)}
              onTick={(wanted) => tick(node, wanted)}
              onKeyDown={(event) => onKeyDown(event, node)}
            />
          </li>
        )}
      />
    </div>
  );
}

interface RowProps {
  node: PageNode;
  chosen: Chosen | undefined;
  isExpanded: boolean;
  onExpand: (wanted: boolean) => void;
  onTick: (wanted: boolean) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Row({ node, chosen, isExpanded, onExpand, onTick, onKeyDown }: RowProps) {
  const { pages = 0, chosen: count = 0, isFixed = false } = chosen ?? {};
  const isFolder = node.url === null;
  const text = node.title && node.title !== node.label ? node.title : null;
  const reason = isFixed
    ? 'A pattern leaves it out'
    : node.pattern === null
      ? 'Read with its folder'
      : undefined;
  return (
    <>
      {isFolder ? (
        <button
          type="button"
          className={classes.toggle}
          // The arrow keys of the checkbox do the same, unless it is disabled.
          tabIndex={reason === undefined ? -1 : 0}
          aria-label={isExpanded ? `Close ${node.label}` : `Open ${node.label}`}
          aria-expanded={isExpanded}
          onClick={() => onExpand(!isExpanded)}
          onKeyDown={onKeyDown}
        >
          <IconChevronRight />
        </button>
      ) : (
        <span className={classes.toggle} />
      )}
      <label className={classes.label} title={reason}>
        <input
          type="checkbox"
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && count < pages;
          }}
          checked={count > 0}
          disabled={reason !== undefined}
          onChange={() => onTick(count < pages)}
          onKeyDown={onKeyDown}
        />
        <span className={classes.path}>{node.label}</span>
        {text && <span className={classes.title}>{text}</span>}
      </label>
      {isFolder && (
        <span className={classes.figure}>
          {count === pages ? pages.toLocaleString('en-GB') : `${count} of ${pages}`}
        </span>
      )}
    </>
  );
}

/** Moves focus to the next or previous row that takes it. */
function move(list: HTMLElement | null, forward: boolean): void {
  const stops = [...(list?.querySelectorAll<HTMLElement>(STOPS) ?? [])];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[at + (forward ? 1 : -1)];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
