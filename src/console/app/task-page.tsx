import { lazy } from 'react';
import { TaskEditorPage } from '../features/task/task-editor-page.tsx';

const EvaluatePanel = lazy(() =>
  import('../features/evaluation/evaluate-panel.tsx').then((m) => ({ default: m.EvaluatePanel })),
);

/** The task editor, with the panels that other features add to it. */
export function TaskPage() {
  return <TaskEditorPage EvaluatePanel={EvaluatePanel} />;
}
