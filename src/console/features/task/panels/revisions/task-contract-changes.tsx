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
  compatible: { tone: 'success', label: 'Compatible', text: 'Callers go on as they are.' },
  risky: {
    tone: 'warning',
    label: 'Risky',
    text: 'Calls go on, but some callers may get something else than before.',
  },
  breaking: {
    tone: 'danger',
    label: 'Breaking',
    text: 'Some calls that work now will fail, or their answers will not be understood.',
  },
};
const TONES: Record<TaskContractChange['level'], Tone> = {
  breaking: 'danger',
  warning: 'warning',
  info: 'neutral',
};
const LEVELS = { breaking: 'breaks', warning: 'risky', info: 'fine' };
const LONGEST_WITNESS = 240;

/** What callers notice between two revisions: the verdict, each change with a value that shows it, and who is met. */
export function TaskContractChanges({ comparison }: { comparison: TaskComparison }) {
  const { verdict, changes, callers, unavailable_model: model } = comparison;
  const { tone, label, text } = VERDICTS[verdict];
  return (
    <div className={classes.changes}>
      <p className={classes.verdict}>
        <StatusBadge tone={tone} dot>
          {label}
        </StatusBadge>
        <span>{changes.length === 0 ? 'Nothing changes for callers.' : text}</span>
      </p>
      {model !== undefined && <UnavailableModel model={model} />}
      {changes.length > 0 && (
        <ul className={classes.list} aria-label="Changes of the contract">
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
            {direction === 'request' ? 'Taken now, refused then: ' : 'Could not come before: '}
            <code>{shorten(JSON.stringify(witness))}</code>
          </div>
        )}
      </div>
    </li>
  );
}

function Callers({ callers }: { callers: readonly TaskAffectedCaller[] }) {
  const met = callers.filter(({ affected_runs }) => affected_runs > 0);
  const spared = callers.filter(({ affected_runs }) => affected_runs === 0);
  return (
    <div className={classes.callers}>
      {met.length === 0 ? (
        <p className={classes.quiet}>No call of the last 7 days is met by this.</p>
      ) : (
        <>
          <h4 className={classes.title}>Who is met, by the calls of the last 7 days</h4>
          <ul className={classes.list} aria-label="Callers that are met">
            {met.map((one) => (
              <CallerItem key={one.caller.id} caller={one} />
            ))}
          </ul>
        </>
      )}
      {spared.length > 0 && (
        <>
          <h4 className={classes.title}>Not affected</h4>
          <ul className={classes.list} aria-label="Callers that are not affected">
            {spared.map((one) => (
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
  const others = elsewhere.map(nameOfTarget).join(', ');
  return (
    <li className={classes.caller}>
      <span className="tl-truncate">{callerLabel(caller)}</span>
      <span className={classes.quiet}>
        {affected_runs > 0 ? `${metRuns(one)}${others && `; others: ${others}`}` : others}, the last{' '}
        <RelativeTime value={last_run_at} />
      </span>
    </li>
  );
}

/** `40 of 120 runs`; of many runs only the newest were looked at. */
function metRuns({ runs, checked_runs, affected_runs }: TaskAffectedCaller): string {
  const met = affected_runs.toLocaleString('en-US');
  const checked = checked_runs.toLocaleString('en-US');
  if (checked_runs < runs)
    return `${met} of the newest ${checked} runs (of ${runs.toLocaleString('en-US')})`;
  return `${met} of ${checked} ${runs === 1 ? 'run' : 'runs'}`;
}

function nameOfTarget(target: string): string {
  if (target === 'active') return 'calls the active revision';
  return /^\d/.test(target) ? `pinned to revision ${target}` : `calls the environment ${target}`;
}

function shorten(text: string): string {
  return text.length > LONGEST_WITNESS ? `${text.slice(0, LONGEST_WITNESS)}…` : text;
}
