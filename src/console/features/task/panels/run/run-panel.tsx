import { Button, Group } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { IconHistory, IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { inputErrors, readInputs } from '#console/modules/run/inputs/input-values.ts';
import { InputsForm } from '#console/modules/run/inputs/inputs-form.tsx';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import { Shortcut } from '#console/ui/display/shortcut.tsx';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { PlainSelect } from '#console/ui/form/plain.tsx';
import { MenuHost } from '#console/ui/menu/menu-anchor.tsx';
import { useDisclosure } from '#console/ui/menu/use-disclosure.ts';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { onDemand } from '#console/ui/on-demand.tsx';
import { useIdleLoad } from '#console/ui/use-idle-load.ts';
import { useLatest } from '#console/ui/use-latest.ts';
import { getGetRunQueryOptions } from '#generated/api/run/run.ts';
import type { RunInputs, Task, TaskDefinition } from '#generated/model/index.ts';
import { CompareButton } from './compare/compare-button.tsx';
import { useInputsForm } from './inputs/use-inputs-form.ts';
import { PreviewMessages } from './preview-messages.tsx';
import { RunResult } from './result/run-result.tsx';
import { useRunRequests } from './run-control.ts';
import classes from './run-panel.module.css';
import { useRunKeys } from './use-run-keys.ts';
import { useRunStream } from './use-run-stream.ts';
import { useRunTarget } from './use-run-target.ts';

const loadPastRuns = () => import('./past-runs.tsx');
const PastRuns = onDemand(loadPastRuns, 'PastRuns');

interface RunPanelProps {
  task: Task;
  /** The draft as currently edited. */
  definition: TaskDefinition;
  /** Saves the draft now; resolves with its ETag. */
  flush: () => Promise<string>;
  /** Goes to the field at a pointer into the draft. */
  onGoTo?: (pointer: string) => void;
}

const noVariables: TaskDefinition['variables'] = [];

/** Runs a task: a form for its variables, the streaming output, usage and errors. */
export function RunPanel({ task, definition: draft, flush, onGoTo }: RunPanelProps) {
  const address = { orgId: task.org_id, projectId: task.project_id, taskId: task.id };
  const stream = useRunStream(address);
  const version = useRunTarget(task, draft);
  const { definition, target } = version;
  const variables = definition?.variables ?? noVariables;
  const form = useInputsForm(task.id, variables);
  const permission = usePermission({ level: 'task', ...address, id: task.id }, 'run');
  const inputsRef = useRef<HTMLDivElement>(null);
  const [saving, setSaving] = useState(false);
  const busy = stream.busy || saving;

  const showInputs = useCallback(() => focusInput(inputsRef.current), []);

  const wanted = useRef(false);

  const takeInputs = () => {
    const inputs = form.submit();
    // The errors, and with them the field to focus, render with the next frame.
    if (inputs === null) requestAnimationFrame(showInputs);
    return inputs;
  };

  const run = async () => {
    if (busy || !permission.allowed) return;
    // If the version's variables aren't loaded yet, run as soon as they are.
    wanted.current = definition === undefined;
    if (wanted.current) return;
    const inputs = takeInputs();
    if (inputs === null) return;
    if (target === 'draft') {
      setSaving(true);
      const isSaved = await attempt(flush);
      setSaving(false);
      if (!isSaved) return;
    }
    stream.start({ inputs, revision: target });
  };

  const stop = () => {
    void attempt(stream.stop);
  };

  const runLatest = useCallbackRef(run);
  useEffect(() => {
    if (definition && wanted.current) runLatest();
  }, [definition, runLatest]);
  useRefusedInputs(stream.error, form.refuse, showInputs);
  useRunRequests(task.id, runLatest);
  useLinkedInputs(address, definition !== undefined, form.fill);
  const runKeys = useRunKeys({ busy: stream.busy, onRun: run, onStop: stop });

  return (
    <div className={classes.panel} onKeyDownCapture={runKeys.onKeyDownCapture}>
      <div className={classes.bar}>
        <PlainSelect
          aria-label="Version to run"
          className={classes.target}
          options={version.options}
          value={target}
          onChange={version.setTarget}
        />
        <HistoryMenu
          address={address}
          onPick={(inputs) => toast.undo('Inputs filled from a past run', form.fill(inputs))}
        />
        <CompareButton
          address={address}
          options={version.options}
          target={target}
          flush={flush}
          disabled={!permission.allowed || !definition}
          takeInputs={takeInputs}
        />
        <Group gap={4} ml="auto" justify="flex-end">
          {stream.busy ? (
            <Button
              variant="default"
              onClick={stop}
              loading={stream.stopping}
              leftSection={<IconPlayerStopFilled />}
              rightSection={
                <span className={classes.keys}>
                  <Shortcut keys={['Esc']} />
                </span>
              }
            >
              Stop
            </Button>
          ) : (
            <Tooltip label={permission.reason} disabled={permission.reason === null}>
              {/* The span catches pointer events, which a disabled button doesn't fire. */}
              <span>
                <Button
                  onClick={run}
                  loading={saving}
                  disabled={!permission.allowed || !definition}
                  leftSection={<IconPlayerPlayFilled />}
                  rightSection={
                    <span className={classes.keys}>
                      <Shortcut keys={['mod', 'Enter']} />
                    </span>
                  }
                >
                  Run
                </Button>
              </span>
            </Tooltip>
          )}
        </Group>
      </div>

      {definition ? (
        <>
          <div ref={inputsRef}>
            <InputsForm
              variables={variables}
              texts={form.texts}
              errors={form.errors}
              onChange={form.change}
              onLeave={form.leave}
            />
          </div>
          <PreviewMessages
            definition={definition}
            inputs={() => readInputs(variables, form.texts).inputs}
          />
        </>
      ) : version.error ? (
        <ErrorState error={version.error} onRetry={version.retry} />
      ) : (
        <FormSkeleton fields={2} />
      )}

      <RunResult
        stream={stream}
        address={address}
        definition={stream.progress.run?.revision === version.number ? definition : undefined}
        onRetry={run}
        onShowInputs={showInputs}
        onGoTo={onGoTo}
      />
    </div>
  );
}

interface HistoryMenuProps {
  address: TaskAddress;
  /** Called with the inputs of the chosen run. */
  onPick: (inputs: RunInputs) => void;
}

/** Fills the form from one of the task's recent runs. */
function HistoryMenu({ address, onPick }: HistoryMenuProps) {
  const runs = useDisclosure('dialog');
  useIdleLoad(loadPastRuns);
  return (
    <MenuHost>
      <Button {...runs.button} variant="subtle" leftSection={<IconHistory />}>
        <span className={classes.barText}>From history</span>
      </Button>
      {runs.opened && <PastRuns address={address} onPick={onPick} onClose={runs.close} />}
    </MenuHost>
  );
}

/** Shows the server's errors at the inputs they belong to. */
function useRefusedInputs(
  error: unknown,
  refuse: (errors: Record<string, string>) => void,
  show: () => void,
): void {
  const latest = useCallbackRef((problem: unknown) => {
    if (!isApiError(problem, 400, 422)) return;
    const errors = inputErrors(problem.problem?.errors ?? []);
    if (Object.keys(errors).length === 0) return;
    refuse(errors);
    requestAnimationFrame(show);
  });
  useEffect(() => latest(error), [error, latest]);
}

/** Focuses the first invalid field, else the first field. */
function focusInput(inputs: HTMLElement | null): void {
  const first =
    inputs?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    inputs?.querySelector<HTMLElement>('input, textarea');
  first?.focus();
  first?.scrollIntoView({ block: 'nearest' });
}

/**
 * Fills the form from the run in the URL (`?inputs=`), once.
 * @param ready whether the task's variables are loaded
 */
function useLinkedInputs(
  { orgId, projectId }: TaskAddress,
  ready: boolean,
  fill: (inputs: RunInputs) => void,
): void {
  const [runId, setRunId] = useQueryParam('inputs');
  const queryClient = useQueryClient();
  const latest = useLatest(fill);

  useEffect(() => {
    if (runId === null || !ready) return;
    void attempt(async () => {
      const run = await queryClient.fetchQuery(getGetRunQueryOptions(orgId, projectId, runId));
      latest.current(run.inputs);
    }).then(() => setRunId(null));
  }, [queryClient, orgId, projectId, runId, ready, setRunId]);
}
