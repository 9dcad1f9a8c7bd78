import { lazyOf } from '#console/ui/on-demand.tsx';
import { TaskEditorPage } from '../features/task/task-editor-page.tsx';

const EvaluatePanel = lazyOf(
  () => import('../features/evaluation/evaluate-panel.tsx'),
  'EvaluatePanel',
);

/** The task editor, with the panels that other features add to it. */
export function TaskPage() {
  return <TaskEditorPage EvaluatePanel={EvaluatePanel} />;
}
