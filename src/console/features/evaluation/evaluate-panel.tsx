import { Button, Group, Select, Switch } from '@mantine/core';
import { IconPlus, IconTestPipe } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { addressOf } from '#console/modules/task/task-address.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { useListDatasets } from '#generated/api/evaluation/evaluation.ts';
import { getGetTaskQueryKey, useUpdateTask } from '#generated/api/task/task.ts';
import type { Task } from '#generated/model/index.ts';
import { DatasetModal } from './dataset/dataset-modal.tsx';
import { DatasetView } from './dataset/dataset-view.tsx';
import classes from './evaluation.module.css';
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

/** Whether revisions must be evaluated before they can be activated. */
function RequiredSwitch({ task }: { task: Task }) {
  const { orgId, projectId, taskId } = addressOf(task);
  const queryClient = useQueryClient();
  const edit = usePermission({ level: 'task', orgId, projectId, id: taskId }, 'edit');
  const key = getGetTaskQueryKey(orgId, projectId, taskId);
  const update = useUpdateTask({
    mutation: {
      meta: { area: 'task.update' },
      onSuccess: (changed) => queryClient.setQueryData(key, changed),
    },
  });
  const shown = update.isPending
    ? update.variables.data.evaluation_required
    : task.evaluation_required;
  return (
    <Switch
      label="Evaluate before activation"
      description="Block activation unless the latest evaluation against the active revision shows no regressions. Rollbacks are exempt."
      checked={shown ?? false}
      disabled={!edit.allowed}
      title={edit.reason ?? undefined}
      onChange={({ currentTarget: { checked } }) =>
        update.mutate({ orgId, projectId, taskId, data: { evaluation_required: checked } })
      }
    />
  );
}
