import { StatusBadge, type Tone } from '#console/ui/display/status-badge.tsx';
import type { RunStatus } from '#generated/model/index.ts';

const looks: Record<RunStatus, { tone: Tone; label: string; pulse?: boolean }> = {
  queued: { tone: 'neutral', label: 'Queued', pulse: true },
  running: { tone: 'accent', label: 'Running', pulse: true },
  succeeded: { tone: 'success', label: 'Succeeded' },
  failed: { tone: 'danger', label: 'Failed' },
  cancelled: { tone: 'neutral', label: 'Cancelled' },
};

export const runStatusLabel = (status: RunStatus) => looks[status].label;

/** A run's status. */
export function RunStatusBadge({ status }: { status: RunStatus }) {
  const { tone, label, pulse } = looks[status];
  return (
    <StatusBadge tone={tone} dot pulse={pulse ?? false}>
      {label}
    </StatusBadge>
  );
}

/** Whether a run's output matched the output format; a dash while there is none. */
export function ValidityBadge({ valid }: { valid: boolean | null }) {
  if (valid === null) return <span>–</span>;
  return (
    <span title={`The output ${valid ? 'matches' : "doesn't match"} the output format`}>
      <StatusBadge tone={valid ? 'success' : 'danger'}>{valid ? 'Valid' : 'Invalid'}</StatusBadge>
    </span>
  );
}
