import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import {
  firstTexts,
  type InputTexts,
  readInputs,
} from '#console/modules/run/inputs/input-values.ts';
import { InputsForm } from '#console/modules/run/inputs/inputs-form.tsx';
import { Elapsed } from '#console/modules/run/result/elapsed.tsx';
import { RunErrorBlock, runProblemOf } from '#console/modules/run/result/run-error.tsx';
import { RunOutput, StreamedText } from '#console/modules/run/result/run-output.tsx';
import { RunStatusBadge, ValidityBadge } from '#console/modules/run/result/run-status.tsx';
import { refreshAfterRun } from '#console/modules/run/stream/refresh-after-run.ts';
import { RunFollower } from '#console/modules/run/stream/run-follower.ts';
import { createRunTransport } from '#console/modules/run/stream/run-transport.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { formatMicros } from '#core/billing/money.ts';
import { isFullRun } from '#core/run/run-progress.ts';
import { useGetTemplate } from '#generated/api/template/template.ts';
import type { RunInputs, Task } from '#generated/model/index.ts';
import { CreditMeter } from './credit.tsx';
import classes from './onboarding.module.css';
import { useRunTask } from './use-run-task.ts';

/** The built-in model, used if no other is connected. */
const SANDBOX = 'sandbox/sandbox';

type RunStepProps = {
  templateId: string;
  /** Whether the run is in progress, and whether it succeeded. */
  onChange: (run: { busy: boolean; worked: boolean }) => void;
};

/** The first run: a template with its example inputs, and its cost while it runs. */
export function RunStep({ templateId, onChange }: RunStepProps) {
  const run = useFirstRun(templateId);
  const { busy } = run;
  const worked = run.progress.status === 'succeeded';
  useEffect(() => onChange({ busy, worked }), [onChange, busy, worked]);
  const { orgId } = useActiveProject();
  const { data: template, error, refetch } = useGetTemplate(orgId, templateId);
  const [typed, setTyped] = useState<InputTexts>({});
  const [isTried, setTried] = useState(false);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!template) return <FormSkeleton fields={2} />;

  const { variables } = template.definition;
  const texts = firstTexts(variables, typed);
  const read = readInputs(variables, texts);
  const start = () => {
    const isFine = Object.keys(read.errors).length === 0;
    setTried(!isFine);
    if (isFine) void run.start(read.inputs);
  };

  return (
    <Stack gap="md">
      <Text>
        <b>{template.name}</b>: {template.description}
      </Text>
      <InputsForm
        variables={variables}
        texts={texts}
        errors={isTried ? read.errors : {}}
        onChange={(name, text) => setTyped((before) => ({ ...before, [name]: text }))}
        onLeave={() => undefined}
      />
      <Group gap="sm">
        {run.phase === 'live' ? (
          <Button
            variant="default"
            loading={run.stopping}
            onClick={() => void attempt(() => run.stop())}
          >
            Stop
          </Button>
        ) : (
          <Button
            variant={run.phase === 'ended' ? 'default' : 'filled'}
            leftSection={<IconPlayerPlayFilled />}
            loading={busy}
            onClick={start}
          >
            {run.phase === 'ended' ? 'Run again' : 'Run'}
          </Button>
        )}
        <CreditMeter spent={run.phase === 'live' ? (run.progress.usage?.cost ?? 0) : 0} />
      </Group>
      <Result run={run} onRetry={start} />
    </Stack>
  );
}

function Result({ run, onRetry }: { run: ReturnType<typeof useFirstRun>; onRetry: () => void }) {
  const { phase, progress, error, startedAt } = run;
  if (phase === 'idle' || phase === 'loading') return null;
  const ended = phase === 'ended' && isFullRun(progress.run) ? progress.run : null;
  return (
    <section className={classes.result} aria-label="Run">
      {phase === 'refused' ? (
        <RunErrorBlock {...runProblemOf(error)} onRetry={onRetry} />
      ) : (
        <Group gap="sm" role="status">
          <RunStatusBadge status={ended?.status ?? 'running'} />
          {ended && ended.output_valid !== null && <ValidityBadge valid={ended.output_valid} />}
          <Text size="sm" c="dimmed" span>
            {ended ? `Cost ${formatMicros(ended.usage.cost)}` : <Elapsed since={startedAt} />}
          </Text>
        </Group>
      )}
      {ended?.error && <RunErrorBlock {...runProblemOf(ended.error)} onRetry={onRetry} />}
      {ended?.status === 'succeeded' && <RunOutput run={ended} />}
      {ended?.model_id === SANDBOX && (
        <Text size="sm" c="dimmed">
          This is a rule-based sample, not model output. Connect a model for real output.
        </Text>
      )}
      {ended === null && phase !== 'refused' && <StreamedText text={progress.text} live />}
    </section>
  );
}

/** Runs a template. Its task is created first. */
function useFirstRun(templateId: string) {
  const { orgId, projectId } = useActiveProject();
  const client = useQueryClient();
  const { taskId, setTask } = useRunTask(templateId);
  const [isCreating, setCreating] = useState(false);
  const follower = useMemo(
    () =>
      new RunFollower({
        transport: createRunTransport({ orgId, projectId, taskId: taskId ?? '' }),
      }),
    [orgId, projectId, taskId],
  );
  const state = useSyncExternalStore(follower.subscribe, follower.getState);
  const [wanted, setWanted] = useState<RunInputs | null>(null);

  useEffect(() => {
    if (taskId === null) return;
    follower.onEnded = () => refreshAfterRun(client, { orgId, projectId, taskId });
    return () => follower.clear();
  }, [follower, client, orgId, projectId, taskId]);

  useEffect(() => {
    if (taskId === null || wanted === null) return;
    setWanted(null);
    void follower.start({ inputs: wanted, revision: 'draft' });
  }, [follower, taskId, wanted]);

  const start = async (inputs: RunInputs) => {
    if (taskId === null) {
      setCreating(true);
      const create = async () => {
        const { createStarter } = await import('#console/modules/template/create-from-template.ts');
        const task: Task = await createStarter(client, { orgId, projectId }, templateId);
        setTask(task.id);
      };
      const isMade = await attempt(create, 'task.create');
      setCreating(false);
      if (!isMade) return;
    }
    setWanted(inputs);
  };

  const busy = isCreating || wanted !== null || follower.busy;
  return { ...state, taskId, busy, isCreating, start, stop: () => follower.stop() };
}
