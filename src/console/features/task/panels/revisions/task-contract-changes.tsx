import { Anchor } from '@mantine/core';
import { paths } from '#console/modules/paths.ts';
import { callerLabel } from '#console/modules/run/caller-kind.ts';
import { counted } from '#console/ui/display/counted.ts';
import { StatusBadge, type Tone } from '#console/ui/display/status-badge.tsx';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { isAffected, isUnchecked } from '#core/task/revision/affected.ts';
import type {
  TaskAffectedCaller,
  TaskComparison,
  TaskContractChange,
  TaskVerdict,
} from '#generated/model/index.ts';
import classes from './task-contract-changes.module.css';
import { UnavailableModel } from './unavailable-model.tsx';

const VERDICTS: Record<TaskVerdict, { tone: Tone; label: string; text: string }> = {
  compatible: { tone: 'success', label: 'Compatible', text: 'No impact on callers.' },
  risky: {
    tone: 'warning',
    label: 'Risky',
    text: 'Calls still work, but responses may differ.',
  },
  breaking: {
    tone: 'danger',
    label: 'Breaking',
    text: "Existing callers will get errors or responses they can't parse.",
  },
};
const TONES: Record<TaskContractChange['level'], Tone> = {
  breaking: 'danger',
  warning: 'warning',
  info: 'neutral',
};
const LEVELS = { breaking: 'Breaking', warning: 'Risky', info: 'Safe' };
const LONGEST_WITNESS = 240;

interface TaskContractChangesProps {
  /** Passed in, because dialogs are rendered outside the router and the active project. */
  projectId: string;
  comparison: TaskComparison;
}

/**
 * How callers are affected by a change of revision: the verdict, each change with an example, and the affected callers.
 */
export function TaskContractChanges({ projectId, comparison }: TaskContractChangesProps) {
  const { verdict, changes, callers, unavailable_model: model } = comparison;
  const { tone, label } = VERDICTS[verdict];
  return (
    <div className={classes.changes}>
      <p className={classes.verdict}>
        <StatusBadge tone={tone} dot>
          {label}
        </StatusBadge>
        <span>{summaryOf(comparison)}</span>
      </p>
      {model !== undefined && <UnavailableModel model={model} />}
      {changes.length > 0 && (
        <ul className={classes.list} aria-label="Contract changes">
          {changes.map((change) => (
            <ChangeItem
              key={`${change.rule} ${change.direction} ${change.path.join('.')}`}
              change={change}
            />
          ))}
        </ul>
      )}
      {(verdict !== 'compatible' || callers.length > 0) && (
        <Callers projectId={projectId} comparison={comparison} />
      )}
    </div>
  );
}

function summaryOf({ verdict, changes, callers }: TaskComparison): string {
  if (changes.length > 0) return VERDICTS[verdict].text;
  return callers.some(isAffected)
    ? 'No changes to inputs or output, but it has already rejected calls.'
    : 'No changes for callers.';
}

function ChangeItem({ change }: { change: TaskContractChange }) {
  const { level, direction, message, witness } = change;
  return (
    <li className={classes.item}>
      <StatusBadge tone={TONES[level]}>{LEVELS[level]}</StatusBadge>
      <div className={classes.text}>
        <span className={classes.side}>{direction === 'request' ? 'Input' : 'Output'}</span>{' '}
        {message}
        {witness !== undefined && (
          <div className={classes.witness}>
            {direction === 'request'
              ? 'Accepted today, rejected after: '
              : 'New possible response: '}
            <code>{shorten(JSON.stringify(witness))}</code>
          </div>
        )}
      </div>
    </li>
  );
}

function Callers({ projectId, comparison }: TaskContractChangesProps) {
  const { callers, task_id: task, next_revision: next } = comparison;
  const affected = callers.filter(isAffected);
  const unchecked = callers.filter((one) => !isAffected(one) && isUnchecked(one));
  const unaffected = callers.filter((one) => !isAffected(one) && !isUnchecked(one));
  return (
    <div className={classes.callers}>
      {affected.length === 0 ? (
        <p className={classes.quiet}>No affected calls in the last 7 days.</p>
      ) : (
        <CallerList
          title="Affected callers (last 7 days)"
          label="Affected callers"
          callers={affected}
          next={next}
          rejectedBy={(caller) => paths.rejectedCalls(projectId, { task, caller })}
        />
      )}
      <CallerList
        title="Not checked: their inputs are too large"
        label="Unchecked callers"
        callers={unchecked}
      />
      <CallerList title="Not affected" label="Unaffected callers" callers={unaffected} />
    </div>
  );
}

interface CallerListProps {
  title: string;
  label: string;
  callers: readonly TaskAffectedCaller[];
  next?: number | null;
  rejectedBy?: (callerId: string) => string;
}

function CallerList({ title, label, callers, next, rejectedBy }: CallerListProps) {
  if (callers.length === 0) return null;
  return (
    <>
      <h4 className={classes.title}>{title}</h4>
      <ul className={classes.list} aria-label={label}>
        {callers.map((one) => (
          <CallerItem
            key={one.caller.id}
            caller={one}
            next={next}
            rejectedCalls={rejectedBy?.(one.caller.id)}
          />
        ))}
      </ul>
    </>
  );
}

interface CallerItemProps {
  caller: TaskAffectedCaller;
  next?: number | null;
  /** Link to their rejected calls. */
  rejectedCalls?: string;
}

function CallerItem({ caller: one, next, rejectedCalls }: CallerItemProps) {
  const { caller, affected_runs, elsewhere, rejected_calls } = one;
  return (
    <li className={classes.caller}>
      <span className="tl-truncate">{callerLabel(caller)}</span>
      <span className={classes.quiet}>
        {affected_runs > 0 && `${affectedCalls(one)} · `}
        {rejected_calls > 0 && rejectedCalls && (
          <>
            <Anchor inherit href={rejectedCalls} target="_blank" rel="noreferrer">
              {counted(rejected_calls, 'call')} rejected by r{next}
            </Anchor>{' '}
            ·{' '}
          </>
        )}
        {elsewhere.map((target) => `${nameOfTarget(target)} · `).join('')}
        last call <RelativeTime value={lastCallOf(one)} />
      </span>
    </li>
  );
}

function lastCallOf({ last_run_at: ran, last_rejected_at: rejected }: TaskAffectedCaller): string {
  return [ran ?? '', rejected ?? ''].sort().at(-1) ?? '';
}

/** `40 of 120 calls affected`; only the latest of many calls are checked. */
function affectedCalls({ runs, checked_runs, affected_runs }: TaskAffectedCaller): string {
  const affected = affected_runs.toLocaleString('en-US');
  const checked = checked_runs.toLocaleString('en-US');
  if (checked_runs < runs)
    return `${affected} of the latest ${checked} calls affected (${runs.toLocaleString('en-US')} in total)`;
  return `${affected} of ${checked} ${runs === 1 ? 'call' : 'calls'} affected`;
}

function nameOfTarget(target: string): string {
  if (target === 'active') return 'uses the active revision';
  return /^\d/.test(target) ? `pinned to r${target}` : `uses ${target}`;
}

function shorten(text: string): string {
  return text.length > LONGEST_WITNESS ? `${text.slice(0, LONGEST_WITNESS)}…` : text;
}
