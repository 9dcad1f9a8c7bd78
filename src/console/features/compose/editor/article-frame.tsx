import { IconButton } from '#console/ui/form/icon-button.tsx';
import '@mantine/core/styles/Drawer.css';
import { Drawer } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconHistory,
  IconLayoutSidebarRight,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { DraftStatus } from '#console/modules/draft/draft-status.tsx';
import { DraftWatch } from '#console/modules/draft/draft-watch.tsx';
import { paths } from '#console/modules/paths.ts';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { lazyOf, onDemand } from '#console/ui/on-demand.tsx';
import { Page } from '#console/ui/page/page.tsx';
import type { ArticleStage } from '#generated/model/index.ts';
import { BriefStep } from '../brief/brief-step.tsx';
import { Cost } from '../side/cost.tsx';
import { Sources } from '../side/sources.tsx';
import { useEscapeToStop } from '../step/use-escape-to-stop.ts';
import { useArticleEditor, useText, useWriter } from './article-context.tsx';
import classes from './article-frame.module.css';
import { canMove } from './history.ts';
import { OthersSteps } from './others-steps.tsx';
import { SaveFailed } from './save-failed.tsx';
import { SidePanel } from './side.tsx';
import { Stepper } from './stepper.tsx';
import { STEPS, stageOfText } from './steps.ts';

const PAGES = {
  brief: BriefStep,
  titles: lazyOf(() => import('../titles/titles-step.tsx'), 'TitlesStep'),
  outline: lazyOf(() => import('../outline/outline-step.tsx'), 'OutlineStep'),
  sections: lazyOf(() => import('../sections/sections-step.tsx'), 'SectionsStep'),
  article: lazyOf(() => import('../article/article-step.tsx'), 'ArticleStep'),
} as const;
const ArticleActions = onDemand(() => import('../article/article-actions.tsx'), 'ArticleActions');
const ArticleConflict = lazyOf(() => import('./article-conflict.tsx'), 'ArticleConflict');
const Versions = onDemand(() => import('../versions/versions-dialog.tsx'), 'VersionsDialog');

/** The header, the steps on the left, one of them in the middle, and sources and cost on the right. */
export function ArticleFrame() {
  const { address, draft, arrival, readOnly } = useArticleEditor();
  const [wanted, setStep] = useQueryParam('step');
  const [first] = useState(() => stageOfText(draft.store.getState().content));
  const step = STEPS.find((one) => one.step === wanted)?.step ?? first;
  const title = useText((text) => text.title.trim() || text.brief.topic.trim() || 'New article');
  const announcement = useWriter((state) => state.announcement);
  const [conflictShown, setConflictShown] = useState(false);
  const [versionsShown, setVersionsShown] = useState(false);
  const [sideShown, setSideShown] = useLocalStorage({
    key: 'compose-side',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const [drawerShown, setDrawerShown] = useState(false);
  // The article step is twice as wide: Markdown beside the preview.
  const room = step === 'article' ? '(min-width: 87.5em)' : '(min-width: 75em)';
  const hasRoom = useMediaQuery(room, true, { getInitialValueInEffect: false });
  useEscapeToStop();
  const StepPage = PAGES[step];
  const goTo = (next: ArticleStage) => {
    arrival.isLed = true;
    setStep(next, { push: true });
  };

  const status = (
    <DraftStatus draft={draft} readOnly={readOnly} onConflict={() => setConflictShown(true)} />
  );

  return (
    <Page
      title={title}
      area="Compose"
      crumbs={[{ label: 'Compose', to: paths.articles(address.projectId) }]}
      chips={<div className={classes.wide}>{status}</div>}
      actions={
        <>
          <UndoButtons step={step} />
          <IconButton label="Versions" onClick={() => setVersionsShown(true)}>
            <IconHistory />
          </IconButton>
          <IconButton
            label="Sources and cost"
            aria-expanded={hasRoom ? sideShown : drawerShown}
            onClick={() => (hasRoom ? setSideShown(!sideShown) : setDrawerShown(true))}
          >
            <IconLayoutSidebarRight />
          </IconButton>
          <ArticleActions />
        </>
      }
      fill
    >
      <div className={classes.narrow}>{status}</div>
      <div className={classes.columns}>
        <Stepper current={step} />
        <div className={classes.document} data-step={step}>
          {readOnly !== null && (
            <p className={classes.readOnly}>
              You can view this article but not edit it. {readOnly}
            </p>
          )}
          <SaveFailed />
          <OthersSteps />
          <Suspense fallback={<TextSkeleton lines={10} />}>
            <StepPage key={step} goTo={goTo} />
          </Suspense>
        </div>
        {hasRoom && sideShown && <SidePanel />}
      </div>
      {!hasRoom && drawerShown && <SideDrawer onClose={() => setDrawerShown(false)} />}
      <p className="tl-sr-only" role="status">
        {announcement}
      </p>
      <DraftWatch
        draft={draft}
        what="article"
        ConflictDialog={ArticleConflict}
        conflictShown={conflictShown}
        onConflictShown={setConflictShown}
      />
      {versionsShown && <Versions onClose={() => setVersionsShown(false)} />}
    </Page>
  );
}

function UndoButtons({ step }: { step: ArticleStage }) {
  const { history, readOnly } = useArticleEditor();
  const isWriting = useWriter((state) => state.writing !== null);
  const can = (which: 'undo' | 'redo', state: Parameters<typeof canMove>[0]) =>
    readOnly === null && !isWriting && canMove(state, which, step);
  const canUndo = useStore(history.store, (state) => can('undo', state));
  const canRedo = useStore(history.store, (state) => can('redo', state));
  const undo = () => canUndo && history.undo(step);
  const redo = () => canRedo && history.redo(step);
  const keys = { group: 'Article', leavesFields: true };
  useShortcut('mod+Z', 'Undo in this step', undo, keys);
  useShortcut('mod+shift+Z', 'Redo in this step', redo, keys);
  return (
    <>
      <IconButton label="Undo" disabled={!canUndo} onClick={undo}>
        <IconArrowBackUp />
      </IconButton>
      <IconButton label="Redo" disabled={!canRedo} onClick={redo}>
        <IconArrowForwardUp />
      </IconButton>
    </>
  );
}

/** Sources and cost, on narrow screens. */
function SideDrawer({ onClose }: { onClose: () => void }) {
  const [opened, setOpened] = useState(true);
  return (
    <Drawer
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      position="right"
      size={360}
      title="Sources and cost"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Cost />
      <Sources />
    </Drawer>
  );
}
