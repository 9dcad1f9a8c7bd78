import { UnstyledButton } from '@mantine/core';
import { useRef } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { addressOf } from '#console/modules/task/task-address.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { useTakeFocus } from '#console/ui/keyboard/use-return-focus.ts';
import type { ItemPlace } from '#console/ui/list/long-list-props.ts';
import { QueryList } from '#console/ui/list/query-list.tsx';
import { VERDICTS } from '#core/evaluation/verdict.ts';
import { useListEvaluationsInfinite } from '#generated/api/evaluation/evaluation.ts';
import type { Evaluation, Task } from '#generated/model/index.ts';
import classes from '../evaluation.module.css';
import {
  describeCounts,
  evaluationStatusLabel,
  evaluationStatusTone,
  isOpen,
  verdictTone,
} from '../labels.ts';
import results from './results.module.css';

const POLL_MS = 2000;

interface EvaluationListProps {
  task: Task;
  /** The evaluation that was open before; focus returns to it. */
  last: string | null;
  onOpen: (id: string) => void;
}

/** Past evaluations, newest first. */
export function EvaluationList({ task, last, onOpen }: EvaluationListProps) {
  const { orgId, projectId, taskId } = addressOf(task);
  const query = useListEvaluationsInfinite(
    orgId,
    projectId,
    taskId,
    { page_limit: 25 },
    {
      query: {
        ...paged,
        // Other people start evaluations too.
        refetchOnMount: 'always',
        refetchInterval: ({ state }) => (flatten(state.data).some(isOpen) ? POLL_MS : false),
      },
    },
  );
  const evaluations = flatten(query.data);
  return (
    <section className={classes.section} aria-label="Evaluations">
      <h3 className={classes.heading}>Evaluations</h3>
      <QueryList
        query={query}
        skeleton={<TextSkeleton lines={3} />}
        empty={<p className={classes.faint}>No evaluations yet</p>}
        label="Evaluations"
        className="tl-list"
        items={evaluations}
        itemKey={(evaluation) => evaluation.id}
        itemHeight={76}
        startAt={evaluations.findIndex(({ id }) => id === last)}
        renderItem={(evaluation, place) => (
          <Item
            key={evaluation.id}
            place={place}
            evaluation={evaluation}
            wasOpen={evaluation.id === last}
            onOpen={() => onOpen(evaluation.id)}
          />
        )}
      />
    </section>
  );
}

interface ItemProps {
  place: ItemPlace;
  evaluation: Evaluation;
  wasOpen: boolean;
  onOpen: () => void;
}

function Item({ place, evaluation, wasOpen, onOpen }: ItemProps) {
  const link = useRef<HTMLButtonElement>(null);
  useTakeFocus(link, wasOpen);
  const { revision, baseline_revision, dataset_name, status, created_at, created_by } = evaluation;
  return (
    <li {...place}>
      <UnstyledButton ref={link} className={results.evaluation} onClick={onOpen}>
        <span className={results.evaluationHead}>
          <span className={`tl-mono ${results.versions}`}>
            r{revision}
            {baseline_revision !== null && ` vs r${baseline_revision}`}
          </span>
          <span className="tl-truncate">{dataset_name}</span>
          {status !== 'succeeded' && (
            <StatusBadge tone={evaluationStatusTone(status)} pulse={isOpen(evaluation)}>
              {evaluationStatusLabel(status)}
            </StatusBadge>
          )}
        </span>
        <CountsBar evaluation={evaluation} />
        <span className={classes.meta}>
          {describeCounts(evaluation)} · {created_by.name} · <RelativeTime value={created_at} />
        </span>
      </UnstyledButton>
    </li>
  );
}

/** A bar with the number of cases per verdict. */
function CountsBar({ evaluation }: { evaluation: Evaluation }) {
  const { cases, counts } = evaluation;
  return (
    <span className={classes.counts} role="img" aria-label={describeCounts(evaluation)}>
      {VERDICTS.filter((verdict) => counts[verdict] > 0).map((verdict) => (
        <span
          key={verdict}
          data-tone={verdictTone(verdict)}
          style={{ flexGrow: counts[verdict] / Math.max(1, cases) }}
        />
      ))}
    </span>
  );
}
