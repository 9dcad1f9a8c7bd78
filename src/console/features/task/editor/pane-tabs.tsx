import { type KeyboardEvent, Suspense, useEffect, useState } from 'react';
import { usePageThing } from '#console/modules/permission/thing-context.ts';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { lazyOf } from '#console/ui/on-demand.tsx';
import type { Task, TaskDefinition } from '#generated/model/index.ts';
import { RunPanel } from '../panels/run/run-panel.tsx';
import { useEditor } from './editor-context.tsx';
import classes from './pane-tabs.module.css';
import { useGoTo } from './problems/use-go-to.ts';
import { sides, usePaneTab } from './use-pane-tab.ts';

const RevisionsPanel = lazyOf(
  () => import('../panels/revisions/revisions-panel.tsx'),
  'RevisionsPanel',
);
const ApiPanel = lazyOf(() => import('../panels/api/api-panel.tsx'), 'ApiPanel');

const titles = {
  edit: 'Edit',
  run: 'Run',
  revisions: 'Revisions',
  api: 'API',
  evaluate: 'Evaluate',
} as const;

/** Ids that connect tabs and panes for ARIA. */
const sidePanelId = 'task-side-panel';
export const editPaneId = 'task-edit-pane';

/**
 * The tabs above the right pane. On small screens the editor is a tab too; not Mantine's Tabs, which don't support
 * a panel that is only sometimes a tab (and would add 2.2 kB to the editor).
 */
export function PaneTabs() {
  const { shown, narrow, select } = usePaneTab();
  const { readOnly } = useEditor();
  const isGuest = usePageThing()?.isGuest ?? false;
  // Guests see evaluations only if they may edit the task.
  const shownSides =
    isGuest && readOnly !== null ? sides.filter((side) => side !== 'evaluate') : sides;
  const tabs = narrow ? (['edit', ...shownSides] as const) : shownSides;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = (tabs as readonly string[]).indexOf(shown);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    select(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  return (
    <div className={classes.tabs} role="tablist" aria-label="Task views" onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          data-tab={tab}
          className={classes.tab}
          aria-selected={shown === tab}
          aria-controls={tab === 'edit' ? editPaneId : sidePanelId}
          tabIndex={shown === tab ? 0 : -1}
          onClick={() => select(tab)}
        >
          {titles[tab]}
        </button>
      ))}
    </div>
  );
}

/** The right pane: run, revisions, API and evaluations. */
export function SidePanel({ task }: { task: Task }) {
  const { draft, EvaluatePanel } = useEditor();
  const { side } = usePaneTab();

  const restore = (definition: TaskDefinition, number: number) => {
    const before = draft.store.getState().content;
    draft.restore(definition, number);
    toast.undo(`Revision ${number} restored as draft`, () => draft.edit(() => before));
  };

  return (
    <div className={classes.panel} role="tabpanel" id={sidePanelId} aria-label={titles[side]}>
      <Suspense
        fallback={
          <div className={classes.skeleton}>
            <TextSkeleton lines={8} />
          </div>
        }
      >
        {side === 'run' && <RunPane task={task} />}
        {side === 'revisions' && <RevisionsPanel task={task} onRestore={restore} />}
        {side === 'api' && <ApiPanel task={task} />}
        {side === 'evaluate' && <EvaluatePanel task={task} />}
      </Suspense>
    </div>
  );
}

function RunPane({ task }: { task: Task }) {
  const editor = useEditor();
  const show = useGoTo();
  const definition = useSettledDefinition();
  return <RunPanel task={task} definition={definition} flush={editor.draft.flush} onGoTo={show} />;
}

const PAUSE_MS = 200;

/** The draft, debounced, so that panels showing it don't slow down typing. */
function useSettledDefinition(): TaskDefinition {
  const { draft } = useEditor();
  const [definition, setDefinition] = useState(() => draft.store.getState().content);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    setDefinition(draft.store.getState().content);
    const stop = draft.store.subscribe((state, before) => {
      if (state.content === before.content) return;
      clearTimeout(timer);
      timer = setTimeout(() => setDefinition(state.content), PAUSE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [draft]);
  return definition;
}
