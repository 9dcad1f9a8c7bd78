import { ActionIcon, Button } from '@mantine/core';
import { IconPlayerPlayFilled, IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DraftStatus } from '#console/modules/draft/draft-status.tsx';
import { DraftWatch } from '#console/modules/draft/draft-watch.tsx';
import { paths } from '#console/modules/paths.ts';
import { useGuestReason } from '#console/modules/permission/use-thing-reason.ts';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { Shortcut } from '#console/ui/display/shortcut.tsx';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { MenuHost } from '#console/ui/menu/menu-anchor.tsx';
import { useDisclosure } from '#console/ui/menu/use-disclosure.ts';
import { lazyOf, onDemand } from '#console/ui/on-demand.tsx';
import { Page } from '#console/ui/page/page.tsx';
import type { Task } from '#generated/model/index.ts';
import { useRunControl } from '../panels/run/run-control.ts';
import { TaskActions } from './actions/task-actions.tsx';
import { useEditor } from './editor-context.tsx';
import classes from './editor-frame.module.css';
import { EditorPane } from './editor-pane.tsx';
import { TaskName } from './name/task-name.tsx';
import { PaneTabs, SidePanel } from './pane-tabs.tsx';
import { SaveRevision } from './revision/save-revision.tsx';
import { SplitPane } from './split-pane.tsx';
import { usePaneTab } from './use-pane-tab.ts';

const loadSuggestName = () => import('../assist/suggest-name.tsx');
const SuggestName = onDemand(loadSuggestName, 'SuggestName');

const DefinitionConflict = lazyOf(
  () => import('./conflict/definition-conflict.tsx'),
  'DefinitionConflict',
);

/** The header and the panes below it. */
export function EditorFrame({ task }: { task: Task }) {
  const { address, draft, readOnly } = useEditor();
  const [conflictShown, setConflictShown] = useState(false);
  const navigate = useNavigate();
  const pane = usePaneTab();
  const control = useRunControl(address);
  const isGuest = useGuestReason() !== null;
  const list = isGuest ? paths.shared() : paths.tasks(address.projectId);

  const run = () => {
    pane.select('run');
    control.run();
  };
  // The run panel binds these keys itself while it is visible, and has its own Run button.
  useShortcut('mod+Enter', 'Run task', run, { group: 'Task', enabled: pane.side !== 'run' });

  const state = (
    <>
      {task.archived_at !== null && <StatusBadge tone="warning">Archived</StatusBadge>}
      <ActiveRevision task={task} />
      <DraftStatus draft={draft} readOnly={readOnly} onConflict={() => setConflictShown(true)} />
    </>
  );

  return (
    <Page
      title={task.name}
      area="Tasks"
      crumbs={[{ label: isGuest ? 'Shared with me' : 'Tasks', to: list }]}
      heading={
        <>
          <TaskName task={task} locked={readOnly} />
          {readOnly === null && !isGuest && <NameIdeas task={task} />}
        </>
      }
      chips={<div className={classes.wide}>{state}</div>}
      actions={
        <>
          {pane.shown !== 'run' && (
            <Button
              className={classes.run}
              onClick={run}
              disabled={control.busy}
              leftSection={<IconPlayerPlayFilled />}
              rightSection={<Shortcut keys={['mod', 'Enter']} />}
            >
              Run
            </Button>
          )}
          <SaveRevision task={task} />
          <TaskActions task={task} onDeleted={() => navigate(list)} />
        </>
      }
      fill
    >
      <div className={classes.narrow}>{state}</div>
      <SplitPane
        shown={pane.shown === 'edit' ? 'left' : 'right'}
        tabs={<PaneTabs />}
        left={<EditorPane />}
        right={<SidePanel task={task} />}
      />
      <DraftWatch
        draft={draft}
        what="task"
        ConflictDialog={DefinitionConflict}
        conflictShown={conflictShown}
        onConflictShown={setConflictShown}
      />
    </Page>
  );
}

/** The button beside the name that suggests other names. */
function NameIdeas({ task }: { task: Task }) {
  const menu = useDisclosure('menu');
  return (
    <MenuHost>
      <Tooltip label="Suggest a name" disabled={menu.opened}>
        <ActionIcon
          {...menu.button}
          aria-label="Suggest a name"
          size="md"
          onPointerEnter={loadSuggestName}
          onFocus={loadSuggestName}
        >
          <IconSparkles />
        </ActionIcon>
      </Tooltip>
      {menu.opened && <SuggestName task={task} onClose={menu.close} />}
    </MenuHost>
  );
}

function ActiveRevision({ task }: { task: Task }) {
  return task.active_revision === null ? (
    <StatusBadge tone="neutral">No active revision</StatusBadge>
  ) : (
    <StatusBadge tone="accent">r{task.active_revision} active</StatusBadge>
  );
}
