import { Button, Stack } from '@mantine/core';
import {
  IconChevronRight,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconPlus,
} from '@tabler/icons-react';
import { useState } from 'react';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { PrettyValue } from '#console/modules/run/result/pretty-value.tsx';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { Modal } from '#console/ui/modal/modal.tsx';
import type { RunInputs, RunTarget } from '#generated/model/index.ts';
import type { TargetOption } from '../use-run-target.ts';
import classes from './compare.module.css';
import { CompareColumn } from './compare-column.tsx';
import { maxContestants, useCompare } from './use-compare.ts';

export interface CompareDialogProps {
  address: TaskAddress;
  inputs: RunInputs;
  options: readonly TargetOption[];
  /** The versions to compare; by default, the selected one and its most useful rival. */
  versions?: readonly RunTarget[] | undefined;
  /** The version selected in the run panel. */
  target: RunTarget;
  /** Saves the draft before it is run. */
  flush: () => Promise<unknown>;
  onClose: () => void;
}

const titles = ['A', 'B', 'C'];

/** Runs up to three versions or models side by side with the same inputs. */
export function CompareDialog(props: CompareDialogProps) {
  const { address, inputs, target, flush, onClose } = props;
  const versions = props.versions?.slice(0, maxContestants) ?? [];
  const first = versions.length > 1 ? versions : [target, rivalOf(target, props.options)];
  const compare = useCompare(
    address,
    first.map((each) => ({ target: each, modelId: null })),
  );
  const options = withVersions(props.options, versions);
  const [saving, setSaving] = useState(false);
  const edit = usePermission({ level: 'task', ...address, id: address.taskId }, 'edit');
  const { columns, busy } = compare;

  const run = async () => {
    if (columns.some(({ contestant }) => contestant.target === 'draft')) {
      setSaving(true);
      const isSaved = await attempt(flush);
      setSaving(false);
      if (!isSaved) return;
    }
    compare.start(inputs);
  };
  const stop = () => attempt(compare.stop);

  return (
    <Modal opened onClose={onClose} title="Compare versions" size="wide">
      <Stack gap="md">
        {Object.keys(inputs).length > 0 && (
          <details className={classes.inputs}>
            <summary>
              <IconChevronRight aria-hidden />
              Inputs
            </summary>
            <PrettyValue value={inputs} />
          </details>
        )}
        <div className={classes.columns} data-count={columns.length}>
          {columns.map((column, at) => (
            <CompareColumn
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no id and never move
              key={at}
              title={titles[at] ?? ''}
              column={column}
              options={options}
              orgId={address.orgId}
              modelsBlocked={edit.reason}
              onChange={(change) => compare.change(at, change)}
            />
          ))}
        </div>
        <div className={classes.foot}>
          {columns.length < maxContestants ? (
            <Button
              variant="subtle"
              leftSection={<IconPlus />}
              disabled={busy}
              onClick={() => compare.add({ target, modelId: null })}
            >
              Add column
            </Button>
          ) : (
            <Button variant="subtle" disabled={busy} onClick={compare.drop}>
              Remove C
            </Button>
          )}
          {busy ? (
            <Button variant="default" leftSection={<IconPlayerStopFilled />} onClick={stop}>
              Stop all
            </Button>
          ) : (
            <Button
              data-autofocus
              loading={saving}
              leftSection={<IconPlayerPlayFilled />}
              onClick={run}
            >
              Run all
            </Button>
          )}
        </div>
      </Stack>
    </Modal>
  );
}

/** The default rival: the active revision, or else the newest one. */
function rivalOf(target: RunTarget, options: readonly TargetOption[]): RunTarget {
  const others = options.filter(({ value, disabled }) => value !== target && !disabled);
  const active = others.find(({ value }) => value === 'active');
  return (active ?? others.find(({ value }) => value !== 'draft') ?? others[0])?.value ?? target;
}

/** A link may name a revision that isn't among the loaded options. */
function withVersions(options: readonly TargetOption[], versions: readonly RunTarget[]) {
  const missing = versions.filter((each) => !options.some(({ value }) => value === each));
  return [...options, ...missing.map((value) => ({ value, label: `r${value}` }))];
}
