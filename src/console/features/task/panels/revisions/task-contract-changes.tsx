import { callerLabel } from '#console/modules/run/caller-kind.ts';
import { StatusBadge, type Tone } from '#console/ui/display/status-badge.tsx';
import { RelativeTime } from '#console/ui/display/time.tsx';
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

/**
 * How callers are affected by a change of revision: the verdict, each change with an example, and the affected callers.
 */
export function TaskContractChanges({ comparison }: { comparison: TaskComparison }) {
  const { verdict, changes, callers, unavailable_model: model } = comparison;
  const { tone, label, text } = VERDICTS[verdict];
  return (
    <div className={classes.changes}>
      <p className={classes.verdict}>
        <StatusBadge tone={tone} dot>
          {label}
        </StatusBadge>
        <span>{changes.length === 0 ? 'No changes for callers.' : text}</span>
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
      {verdict !== 'compatible' && <Callers callers={callers} />}
    </div>
  );
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

function Callers({ callers }: { callers: readonly TaskAffectedCaller[] }) {
  const affected = callers.filter(({ affected_runs }) => affected_runs > 0);
  const unaffected = callers.filter(({ affected_runs }) => affected_runs === 0);
  return (
    <div className={classes.callers}>
      {affected.length === 0 ? (
        <p className={classes.quiet}>No affected calls in the last 7 days.</p>
      ) : (
        <>
          <h4 className={classes.title}>Affected callers (last 7 days)</h4>
          <ul className={classes.list} aria-label="Affected callers">
            {affected.map((one) => (
              <CallerItem key={one.caller.id} caller={one} />
            ))}
          </ul>
        </>
      )}
      {unaffected.length > 0 && (
        <>
          <h4 className={classes.title}>Not affected</h4>
          <ul className={classes.list} aria-label="Unaffected callers">
            {unaffected.map((one) => (
              <CallerItem key={one.caller.id} caller={one} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function CallerItem({ caller: one }: { caller: TaskAffectedCaller }) {
  const { caller, affected_runs, elsewhere, last_run_at } = one;
  return (
    <li className={classes.caller}>
      <span className="tl-truncate">{callerLabel(caller)}</span>
      <span className={classes.quiet}>
        {[...(affected_runs > 0 ? [affectedCalls(one)] : []), ...elsewhere.map(nameOfTarget)]
          .map((fact) => `${fact} · `)
          .join('')}
        last call <RelativeTime value={last_run_at} />
      </span>
    </li>
  );
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
