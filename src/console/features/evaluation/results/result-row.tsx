import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import { describeCheck } from '#console/modules/evaluation/check-labels.ts';
import { paths } from '#console/modules/paths.ts';
import { PrettyValue } from '#console/modules/run/result/pretty-value.tsx';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { formatDuration } from '#console/ui/display/time.tsx';
import type { ItemPlace } from '#console/ui/list/long-list-props.ts';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { formatMicros } from '#core/billing/money.ts';
import type { Evaluation, EvaluationOutcome, EvaluationResult } from '#generated/model/index.ts';
import evaluation from '../evaluation.module.css';
import { inputsPreview, previewOf, verdictLabel, verdictTone } from '../labels.ts';
import classes from './results.module.css';

interface ResultRowProps {
  place: ItemPlace;
  result: EvaluationResult;
  evaluation: Evaluation;
  projectId: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** A case in one line; expanded, its inputs, the expected output and the output of both revisions. */
export function ResultRow(props: ResultRowProps) {
  const { place, result, isOpen, onToggle } = props;
  const { name, inputs, verdict, candidate } = result;
  return (
    <li {...place}>
      <details
        className={classes.result}
        open={isOpen}
        onToggle={(event) => {
          if (event.currentTarget.open !== isOpen) onToggle(event.currentTarget.open);
        }}
      >
        <summary className={classes.resultHead}>
          <StatusBadge tone={verdictTone(verdict)}>{verdictLabel(verdict)}</StatusBadge>
          <span className="tl-truncate">{name || inputsPreview(inputs)}</span>
          <span className={`${evaluation.faint} tl-truncate`}>
            {candidate ? previewOf(candidate.output) : ''}
          </span>
        </summary>
        {isOpen && <ResultBody {...props} />}
      </details>
    </li>
  );
}

function ResultBody({ result, evaluation, projectId }: ResultRowProps) {
  const { inputs, expected, candidate, baseline } = result;
  return (
    <div className={classes.resultBody}>
      <Part title="Inputs">
        <PrettyValue value={inputs} />
      </Part>
      <Part title="Expected">
        <PrettyValue value={expected} />
      </Part>
      <Part title={`Revision ${evaluation.revision}`}>
        <Outcome outcome={candidate} projectId={projectId} />
      </Part>
      {evaluation.baseline_revision !== null && (
        <Part title={`Revision ${evaluation.baseline_revision}`}>
          <Outcome outcome={baseline} projectId={projectId} />
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className={classes.part}>
      <h4 className={classes.partTitle}>{title}</h4>
      {children}
    </div>
  );
}

function CheckIcon({ passed, isOpen }: { passed: boolean; isOpen: boolean }) {
  if (isOpen) return <IconQuestionMark aria-label="Not evaluated" />;
  return passed ? <IconCheck aria-label="Passed" /> : <IconX aria-label="Failed" />;
}

function Outcome({ outcome, projectId }: { outcome: EvaluationOutcome | null; projectId: string }) {
  if (!outcome) return <span className={evaluation.faint}>Not run yet</span>;
  const { output, error, not_evaluated, checks, latency_ms, cost, run_id } = outcome;
  return (
    <>
      {not_evaluated && not_evaluated !== error && (
        <p className={evaluation.meta}>Not evaluated: {not_evaluated}</p>
      )}
      {error ? <p className={evaluation.error}>{error}</p> : <PrettyValue value={output} />}
      <ul className={classes.outcomeChecks} aria-label="Checks">
        {checks.map(({ check, passed, not_evaluated: isOpen, message }) => (
          <li key={JSON.stringify(check)} data-passed={isOpen ? 'unknown' : passed}>
            <CheckIcon passed={passed} isOpen={isOpen ?? false} />
            <span>
              {describeCheck(check)}
              {message && <span className={evaluation.faint}> {message}</span>}
            </span>
          </li>
        ))}
      </ul>
      <p className={evaluation.meta}>
        {latency_ms !== null && formatDuration(latency_ms)}
        {cost !== null && ` · ${formatMicros(cost)}`}
        {run_id && (
          <LinkButton to={paths.run(projectId, run_id)} variant="subtle" size="xs">
            View run
          </LinkButton>
        )}
      </p>
    </>
  );
}
