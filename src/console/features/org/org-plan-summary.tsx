import { Text } from '@mantine/core';
import type { Org } from '#generated/model/index.ts';
import { StatusBadge, type Tone } from '../../ui/display/status-badge.tsx';
import { formatDateTime } from '../../ui/display/time.tsx';
import { FormSection } from '../../ui/form/form.tsx';
import { readOrgPlan } from './org-plan.ts';

const statuses: Readonly<Record<string, { label: string; tone: Tone }>> = {
  free: { label: 'Free', tone: 'neutral' },
  trialing: { label: 'Trial', tone: 'accent' },
  active: { label: 'Active', tone: 'success' },
  past_due: { label: 'Past due', tone: 'warning' },
  canceled: { label: 'Cancelled', tone: 'danger' },
};

/** The status of the organisation's plan. */
export function OrgPlanSummary({ org }: { org: Org }) {
  const plan = readOrgPlan(org);
  const status = statuses[plan.planStatus ?? 'free'] ?? { label: plan.planStatus, tone: 'neutral' };
  const notes = [
    plan.planInterval && `Billed ${plan.planInterval}.`,
    plan.trialEndsAt && `Trial ends on ${formatDateTime(plan.trialEndsAt)}.`,
    plan.gracePeriodEndsAt && `Runs stop on ${formatDateTime(plan.gracePeriodEndsAt)}.`,
    plan.pendingPlan &&
      `Changes to ${plan.pendingPlan}${plan.pendingPlanDate ? ` on ${formatDateTime(plan.pendingPlanDate)}` : ''}.`,
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
