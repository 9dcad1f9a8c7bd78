import { ActionIcon, Button, Group } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { describeCheck } from '#console/modules/evaluation/check-labels.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { addressOf } from '#console/modules/task/task-address.ts';
import { counted } from '#console/ui/display/counted.ts';
import { MenuButton } from '#console/ui/menu/menu-button.tsx';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { deleteDataset } from '#generated/api/evaluation/evaluation.ts';
import type { Dataset, Task } from '#generated/model/index.ts';
import classes from '../evaluation.module.css';
import { StartEvaluation } from '../results/start-evaluation.tsx';
import { CaseList } from './case-list.tsx';
import own from './dataset.module.css';
import { DatasetModal } from './dataset-modal.tsx';

interface DatasetViewProps {
  task: Task;
  dataset: Dataset;
  onStarted: (evaluationId: string) => void;
}

/** A dataset: its checks, its cases, and starting an evaluation. */
export function DatasetView({ task, dataset, onStarted }: DatasetViewProps) {
  const { orgId, projectId, taskId } = addressOf(task);
  const confirm = useConfirm();
  const [editing, setEditing] = useState(false);
  const edit = usePermission({ level: 'task', orgId, projectId, id: taskId }, 'edit');
  const deleteIt = () =>
    confirm({
      title: `Delete ${dataset.name}?`,
      body: `Its ${counted(dataset.cases, 'case')} will be deleted too. Past evaluations will be kept.`,
      confirmLabel: 'Delete dataset',
      danger: true,
      action: () => mutate(deleteDataset, orgId, projectId, taskId, dataset.id),
      success: `${dataset.name} deleted`,
    });

  return (
    <>
      <section className={classes.section} aria-label="Checks">
        <Group gap="sm">
          <h3 className={classes.heading}>Checks</h3>
          <div className={classes.push}>
            <Button
              size="xs"
              variant="subtle"
              leftSection={<IconPencil />}
              onClick={() => setEditing(true)}
              disabled={!edit.allowed}
              title={edit.reason ?? undefined}
            >
              Edit checks
            </Button>
            <MenuButton
              actions={[
                {
                  label: 'Edit dataset',
                  disabled: edit.reason,
                  onClick: () => setEditing(true),
                },
                {
                  label: 'Delete dataset',
                  icon: <IconTrash />,
                  danger: true,
                  disabled: edit.reason,
                  onClick: () => void deleteIt(),
                },
              ]}
            >
              <ActionIcon aria-label="Dataset actions">
                <IconDots />
              </ActionIcon>
            </MenuButton>
          </div>
        </Group>
        {dataset.checks.length === 0 ? (
          <p className={classes.faint}>No checks: a case passes when its run succeeds.</p>
        ) : (
          <ul className={own.checks}>
            {dataset.checks.map((check) => (
              <li key={JSON.stringify(check)} title={describeCheck(check)}>
                {describeCheck(check)}
              </li>
            ))}
          </ul>
        )}
      </section>
      <CaseList task={task} dataset={dataset} canEdit={edit.allowed} reason={edit.reason} />
      <StartEvaluation task={task} dataset={dataset} onStarted={onStarted} />
      {editing && <DatasetModal task={task} dataset={dataset} onClose={() => setEditing(false)} />}
    </>
  );
}
