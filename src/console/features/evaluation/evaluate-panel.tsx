import { Button, Group, Select } from '@mantine/core';
import { IconPlus, IconTestPipe } from '@tabler/icons-react';
import { useState } from 'react';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { addressOf } from '#console/modules/task/task-address.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { useListDatasets } from '#generated/api/evaluation/evaluation.ts';
import type { Task } from '#generated/model/index.ts';
import { DatasetModal } from './dataset/dataset-modal.tsx';
import { DatasetView } from './dataset/dataset-view.tsx';
import classes from './evaluation.module.css';
import { RequiredSwitch } from './required-switch.tsx';
import { EvaluationList } from './results/evaluation-list.tsx';
import { EvaluationResults } from './results/evaluation-results.tsx';

/** Evaluates revisions of a task on datasets: cases, checks and past evaluations. */
export function EvaluatePanel({ task }: { task: Task }) {
  const [evaluationId, setEvaluationId] = useQueryParam('evaluation');
  const [last, setLast] = useState<string | null>(null);
  const open = (id: string) => {
    setLast(id);
    setEvaluationId(id, { push: true });
  };
  return (
    <div className={classes.panel}>
      {evaluationId === null ? (
        <Overview task={task} last={last} onOpen={open} />
      ) : (
        <EvaluationResults task={task} id={evaluationId} onBack={() => setEvaluationId(null)} />
      )}
    </div>
  );
}

interface OverviewProps {
  task: Task;
  /** The evaluation that was open before. */
  last: string | null;
  onOpen: (evaluationId: string) => void;
}

function Overview({ task, last, onOpen }: OverviewProps) {
  const { orgId, projectId, taskId } = addressOf(task);
  const [chosen, setChosen] = useQueryParam('dataset');
  const [creating, setCreating] = useState(false);
  const query = useListDatasets(orgId, projectId, taskId, { page_limit: 100 });

  if (query.error) return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  if (query.isPending) return <TextSkeleton lines={6} />;
  const datasets = query.data.results;
  const dataset = datasets.find(({ id }) => id === chosen) ?? datasets[0];
  const create = (
    <Permitted on={{ level: 'task', orgId, projectId, id: taskId }} name="edit">
      <Button
        variant={dataset ? 'subtle' : 'filled'}
        leftSection={<IconPlus />}
        onClick={() => setCreating(true)}
      >
        Create dataset
      </Button>
    </Permitted>
  );
  return (
    <>
      {dataset ? (
        <>
          <Group gap="sm">
            <Select
              aria-label="Dataset"
              className={classes.dataset}
              data={datasets.map(({ id, name }) => ({ value: id, label: name }))}
              value={dataset.id}
              onChange={(id) => id && setChosen(id)}
              allowDeselect={false}
              searchable={datasets.length > 8}
            />
            {create}
          </Group>
          <DatasetView key={dataset.id} task={task} dataset={dataset} onStarted={onOpen} />
          <RequiredSwitch task={task} />
          <EvaluationList task={task} last={last} onOpen={onOpen} />
        </>
      ) : (
        <EmptyState icon={<IconTestPipe />} title="No datasets yet" action={create}>
          A dataset holds cases with expected outputs. Evaluate a revision on all of them before you
          set it active, and see regressions instantly.
        </EmptyState>
      )}
      {creating && (
        <DatasetModal
          task={task}
          onClose={() => setCreating(false)}
          onSaved={({ id }) => setChosen(id)}
        />
      )}
    </>
  );
}
