import { useState } from 'react';
import { Reasoning } from '#console/modules/run/result/reasoning.tsx';
import { useWatchedRun } from '#console/modules/run/stream/use-watched-run.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { reasoningOf } from '#core/run/run-progress.ts';
import { useListRunSteps } from '#generated/api/run/run.ts';
import classes from './conversation.module.css';

interface AnswerReasoningProps {
  runId: string;
  isRunning: boolean;
}

/** What the model reasoned before it answered. It is loaded from the run when it is unfolded, or followed there. */
export function AnswerReasoning({ runId, isRunning }: AnswerReasoningProps) {
  const { orgId, projectId } = useActiveProject();
  const [wanted, setWanted] = useState<'live' | 'stored' | null>(null);
  const { progress, phase } = useWatchedRun(orgId, projectId, wanted === 'live' ? runId : null);
  const stored = useListRunSteps(orgId, projectId, runId, undefined, {
    query: { enabled: wanted === 'stored', meta: { silent: true } },
  });
  const steps = stored.data?.results ?? progress.steps;
  if (phase === 'refused' || stored.error)
    return <p className={classes.note}>The model's reasoning couldn't be loaded.</p>;
  return (
    <div className={classes.reasoning}>
      <Reasoning
        text={reasoningOf({ steps, reasoning: progress.reasoning })}
        steps={steps}
        onOpen={() => setWanted(wanted ?? (isRunning ? 'live' : 'stored'))}
      />
    </div>
  );
}
