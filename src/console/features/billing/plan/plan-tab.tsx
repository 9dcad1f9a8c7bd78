import { Text } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { failureOf } from '#console/api/query/query-failure.ts';
import { readOrgPlan } from '#console/modules/org/org-plan.ts';
import { StatusBadge, type Tone } from '#console/ui/display/status-badge.tsx';
import { formatDateTime } from '#console/ui/display/time.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { FormSection } from '#console/ui/form/form.tsx';
import { useGetOrg } from '#generated/api/org/org.ts';

const statuses: Readonly<Record<string, { label: string; tone: Tone }>> = {
  free: { label: 'Free', tone: 'neutral' },
  trialing: { label: 'Trial', tone: 'accent' },
  active: { label: 'Active', tone: 'success' },
  past_due: { label: 'Past due', tone: 'warning' },
  canceled: { label: 'Cancelled', tone: 'danger' },
};

/** The organisation's plan. */
export function PlanTab() {
  const { orgId = '' } = useParams();
  const query = useGetOrg(orgId);
  const error = failureOf(query);
  if (!query.data)
    return error ? <ErrorState error={error} onRetry={query.refetch} /> : <FormSkeleton />;
  const plan = readOrgPlan(query.data);
  const status = statuses[plan.planStatus ?? 'free'] ?? { label: plan.planStatus, tone: 'neutral' };
  const notes = [
    plan.planInterval && `Billed ${plan.planInterval}.`,
    plan.trialEndsAt && `Trial ends on ${formatDateTime(plan.trialEndsAt)}.`,
  ].filter(Boolean);
  return (
    <FormSection title="Plan">
      <div>
        <StatusBadge tone={status.tone}>{status.label}</StatusBadge>
        {notes.length > 0 && (
          <Text c="dimmed" mt={8}>
            {notes.join(' ')}
          </Text>
        )}
      </div>
    </FormSection>
  );
}
