import { ActionIcon, Button, Group, Progress } from '@mantine/core';
import { IconArrowLeft, IconDots, IconPlayerStopFilled, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { Elapsed } from '#console/modules/run/result/elapsed.tsx';
import { addressOf } from '#console/modules/task/task-address.ts';
import { counted } from '#console/ui/display/counted.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { formatDuration, RelativeTime } from '#console/ui/display/time.tsx';
import { Loaded } from '#console/ui/feedback/loaded.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { useTakeFocus } from '#console/ui/keyboard/use-return-focus.ts';
import { QueryList } from '#console/ui/list/query-list.tsx';
import { MenuButton } from '#console/ui/menu/menu-button.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { formatMicros } from '#core/billing/money.ts';
import { VERDICTS } from '#core/evaluation/verdict.ts';
import {
  getGetEvaluationQueryKey,
  getListEvaluationResultsInfiniteQueryKey,
  useCancelEvaluation,
  useGetEvaluation,
  useListEvaluationResultsInfinite,
  useResumeEvaluation,
} from '#generated/api/evaluation/evaluation.ts';
import type { Evaluation, EvaluationVerdict, Task } from '#generated/model/index.ts';
import classes from '../evaluation.module.css';
import {
  doneOf,
  evaluationStatusLabel,
  evaluationStatusTone,
  isOpen,
  verdictLabel,
} from '../labels.ts';
import { ResultRow } from './result-row.tsx';
import own from './results.module.css';
import { useDeleteEvaluation } from './use-delete-evaluation.ts';

const POLL_MS = 1000;

interface EvaluationResultsProps {
  task: Task;
  id: string;
  onBack: () => void;
}

/** An evaluation: its progress, and the results by case, regressions first. */
export function EvaluationResults({ task, id, onBack }: EvaluationResultsProps) {
  const { orgId, projectId, taskId } = addressOf(task);
  const back = useRef<HTMLButtonElement>(null);
  useTakeFocus(back);
  const query = useGetEvaluation(orgId, projectId, taskId, id, {
    query: {
      refetchOnMount: 'always',
      refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? POLL_MS : false),
    },
  });
  return (
    <>
      <div>
        <Button
          ref={back}
          size="xs"
          variant="subtle"
          leftSection={<IconArrowLeft />}
          onClick={onBack}
        >
          Back to all evaluations
        </Button>
      </div>
      <Loaded query={query} skeleton={<TextSkeleton lines={8} />}>
        {(evaluation) => (
          <>
            <Head task={task} evaluation={evaluation} onDeleted={onBack} />
            <Grid task={task} evaluation={evaluation} />
          </>
        )}
      </Loaded>
    </>
  );
}

interface HeadProps {
  task: Task;
  evaluation: Evaluation;
  onDeleted: () => void;
}

function Head({ task, evaluation, onDeleted }: HeadProps) {
  const address = { ...addressOf(task), evaluationId: evaluation.id };
  const queryClient = useQueryClient();
  const { status, revision, baseline_revision, dataset_name, cases, counts, cost, error } =
    evaluation;
  const done = doneOf(evaluation);
  const remember = (changed: Evaluation) => {
    const { orgId, projectId, taskId } = address;
    queryClient.setQueryData(
      getGetEvaluationQueryKey(orgId, projectId, taskId, evaluation.id),
      changed,
    );
  };
  const cancel = useCancelEvaluation({ mutation: { onSuccess: remember } });
  const resume = useResumeEvaluation({ mutation: { onSuccess: remember } });
  const { reason, deleteIt } = useDeleteEvaluation(task, evaluation, onDeleted);
  const canResume = (status === 'cancelled' || status === 'failed') && done < cases;
  const canRetry = status === 'succeeded' && counts.not_evaluated > 0;

  return (
    <header className={classes.section}>
      <Group gap="sm">
        <h3 className={classes.heading}>
          Revision {revision}
          {baseline_revision !== null && ` vs ${baseline_revision}`} · {dataset_name}
        </h3>
        <div className={classes.push}>
          {isOpen(evaluation) && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlayerStopFilled />}
              onClick={() => cancel.mutate(address)}
              loading={cancel.isPending}
            >
              Cancel evaluation
            </Button>
          )}
          {(canResume || canRetry) && (
            <Button size="xs" onClick={() => resume.mutate(address)} loading={resume.isPending}>
              {canRetry ? 'Retry unevaluated cases' : 'Resume evaluation'}
            </Button>
          )}
          <MenuButton
            actions={[
              {
                label: 'Delete evaluation',
                icon: <IconTrash />,
                danger: true,
                disabled: reason,
                onClick: () => void deleteIt(),
              },
            ]}
          >
            <ActionIcon aria-label="Evaluation actions">
              <IconDots />
            </ActionIcon>
          </MenuButton>
        </div>
      </Group>
      <p className={classes.meta}>
        <StatusBadge tone={evaluationStatusTone(status)} pulse={isOpen(evaluation)}>
          {evaluationStatusLabel(status)}
        </StatusBadge>{' '}
        {done} of {counted(cases, 'case')} · {cost === null ? 'cost unknown' : formatMicros(cost)} ·{' '}
        <Duration of={evaluation} /> · <RelativeTime value={evaluation.created_at} />
      </p>
      {isOpen(evaluation) && (
        <Progress
          aria-label="Cases completed"
          value={(done / Math.max(1, cases)) * 100}
          size="sm"
        />
      )}
      {error && (
        <p role="alert" className={classes.error}>
          {error.message}
        </p>
      )}
    </header>
  );
}

/** How long it took, or has taken so far. */
function Duration({ of: { created_at, ended_at } }: { of: Evaluation }) {
  const since = Date.parse(created_at);
  return ended_at === null ? (
    <Elapsed since={since} />
  ) : (
    formatDuration(Date.parse(ended_at) - since)
  );
}

function Grid({ task, evaluation }: { task: Task; evaluation: Evaluation }) {
  const { orgId, projectId, taskId } = addressOf(task);
  const queryClient = useQueryClient();

  const [verdict, setVerdict] = useQueryParam('verdict');
  // Kept here rather than in the rows, because rows out of view are unmounted.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const { counts, id } = evaluation;
  const filter = verdict === null ? {} : { verdict: verdict as EvaluationVerdict };
  const query = useListEvaluationResultsInfinite(
    orgId,
    projectId,
    taskId,
    id,
    { page_limit: 100, ...filter },
    { query: { ...paged, refetchOnMount: 'always' } },
  );
  const done = doneOf(evaluation);
  const seen = useRef(done);
  useEffect(() => {
    if (seen.current === done) return;
    seen.current = done;
    const queryKey = getListEvaluationResultsInfiniteQueryKey(orgId, projectId, taskId, id);
    void queryClient.invalidateQueries({ queryKey });
  }, [done, queryClient, orgId, projectId, taskId, id]);

  const results = flatten(query.data);
  const shown = VERDICTS.filter((one) => counts[one] > 0 || one === verdict);
  return (
    <section aria-label="Results" className={classes.section}>
      <div className={own.filters}>
        <Segmented
          label="Filter results"
          items={[
            { value: 'all', label: `All ${evaluation.cases}` },
            ...shown.map((one) => ({ value: one, label: `${verdictLabel(one)} ${counts[one]}` })),
          ]}
          value={verdict ?? 'all'}
          onChange={(value) => setVerdict(value === 'all' ? null : value)}
        />
      </div>
      <QueryList
        query={query}
        skeleton={<TextSkeleton lines={6} />}
        empty={<p className={classes.faint}>No cases with this result</p>}
        label="Results"
        className="tl-list"
        items={results}
        itemKey={(result) => result.case_id}
        itemHeight={41}
        renderItem={(result, place) => (
          <ResultRow
            key={result.case_id}
            place={place}
            result={result}
            evaluation={evaluation}
            projectId={projectId}
            isOpen={opened.has(result.case_id)}
            onToggle={(isOpen) => setOpened((before) => withId(before, result.case_id, isOpen))}
          />
        )}
      />
    </section>
  );
}

function withId(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(ids);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
