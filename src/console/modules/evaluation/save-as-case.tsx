import { Button } from '@mantine/core';
import { IconTestPipe } from '@tabler/icons-react';
import { useState } from 'react';
import { mutate, readOnce } from '#console/api/query/calls.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import {
  createDataset,
  createDatasetCase,
  deleteDatasetCase,
  getListDatasetsQueryOptions,
} from '#generated/api/evaluation/evaluation.ts';
import type { Run } from '#generated/model/index.ts';

const FIRST_DATASET = 'Test cases';

/** Saves a run's inputs and output as a case of the task's newest dataset; creates a dataset if there is none. */
export function SaveAsCase({ orgId, run }: { orgId: string; run: Run }) {
  const { project_id: projectId, task_id: taskId } = run;
  const [saving, setSaving] = useState(false);

  const save = async () => {
    setSaving(true);
    await attempt(async () => {
      const { results } = await readOnce(
        getListDatasetsQueryOptions(orgId, projectId, taskId, { page_limit: 1 }),
      );
      const dataset =
        results[0] ??
        (await mutate(createDataset, orgId, projectId, taskId, { name: FIRST_DATASET }));
      const body = { run_id: run.id };
      const added = await mutate(createDatasetCase, orgId, projectId, taskId, dataset.id, body);
      const remove = () =>
        mutate(deleteDatasetCase, orgId, projectId, taskId, dataset.id, added.id);
      toast.undo(`Test case saved to ${dataset.name}`, () => attempt(remove));
    });
    setSaving(false);
  };

  return (
    <Button
      variant="subtle"
      size="xs"
      leftSection={<IconTestPipe />}
      onClick={() => void save()}
      loading={saving}
    >
      Save as test case
    </Button>
  );
}
