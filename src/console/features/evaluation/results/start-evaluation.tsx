import { Button, Select } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshEvaluations } from '#console/modules/evaluation/refresh.ts';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { REVISIONS_SHOWN, revisionOptions } from '#console/modules/revision/revision-options.ts';
import { addressOf } from '#console/modules/task/task-address.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { useCreateEvaluation } from '#generated/api/evaluation/evaluation.ts';
import { useListTaskRevisions } from '#generated/api/revision/revision.ts';
import type { Dataset, Task } from '#generated/model/index.ts';
import classes from '../evaluation.module.css';
import results from './results.module.css';

interface StartEvaluationProps {
  task: Task;
  dataset: Dataset;
  onStarted: (evaluationId: string) => void;
}

/** Starts an evaluation of a revision on the dataset, compared with the active revision. */
export function StartEvaluation({ task, dataset, onStarted }: StartEvaluationProps) {
  const address = addressOf(task);
  const { orgId, projectId, taskId } = address;
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const revisions = useListTaskRevisions(orgId, projectId, taskId, { page_limit: 100 });
  const start = useCreateEvaluation();
  const options = revisionOptions(task.latest_revision, revisions.data?.results ?? []);
  const revision = chosen ?? options[0]?.value ?? null;
  const isActive = Number(revision) === task.active_revision;
  const reason =
    revision === null
      ? 'Save a revision first'
      : dataset.cases === 0
        ? 'Add a case first'
        : undefined;

  const run = () =>
    attempt(async () => {
      const data = { dataset_id: dataset.id, revision: Number(revision) };
      const { id } = await start.mutateAsync({ ...address, data });
      await refreshEvaluations(queryClient, address);
      onStarted(id);
    });

  return (
    <section className={results.start} aria-label="Evaluate a revision">
      <Select
        aria-label="Revision to evaluate"
        className={results.revision}
        placeholder="No revision"
        data={options.map(({ value, label }) => ({
          value,
          label: value === String(task.active_revision) ? `${label} (active)` : label,
        }))}
        searchable={options.length > 8}
        limit={REVISIONS_SHOWN}
        nothingFoundMessage="No matching revision"
        value={revision}
        onChange={setChosen}
        allowDeselect={false}
      />
      <span className={classes.faint}>
        {task.active_revision === null || isActive
          ? 'no baseline'
          : `vs active (r${task.active_revision})`}
      </span>
      <div className={classes.push}>
        <Permitted on={{ level: 'task', orgId, projectId, id: taskId }} name="run">
          <Button
            leftSection={<IconPlayerPlayFilled />}
            onClick={() => void run()}
            loading={start.isPending}
            disabled={reason !== undefined}
            title={reason}
          >
            Evaluate
          </Button>
        </Permitted>
      </div>
    </section>
  );
}
