import { useForm } from '@mantine/form';
import { IconBell, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { flatten, paged } from '#console/api/query/paging.ts';
import { ProjectFilter } from '#console/modules/filter/project-filter.tsx';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormSection } from '#console/ui/form/form.tsx';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { NumberField } from '#console/ui/form/number-field.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import type { Column } from '#console/ui/table/data-table-types.ts';
import { formatMicros, MICROS } from '#core/billing/money.ts';
import { SPEND_LIMIT_MAX } from '#core/limits.ts';
import {
  createSpendAlert,
  deleteSpendAlert,
  useListSpendAlertsInfinite,
} from '#generated/api/billing/billing.ts';
import type { SpendAlert } from '#generated/model/index.ts';
import { SpendAlertCreate } from '#generated/model/spendAlertCreate.zod.ts';
import classes from '../billing.module.css';

const columns: readonly Column<SpendAlert>[] = [
  {
    header: 'Applies to',
    cell: ({ project_id, project_name }) => (
      <span className="tl-truncate">
        {project_id === null ? 'Whole organisation' : (project_name ?? 'Deleted project')}
      </span>
    ),
  },
  {
    header: 'This month',
    width: 'minmax(160px, 2fr)',
    cell: ({ amount, spent, is_reached }) => (
      <>
        {formatMicros(spent)} of {formatMicros(amount)}{' '}
        {is_reached && <StatusBadge tone="warning">Reached</StatusBadge>}
      </>
    ),
  },
];

/** Spend alerts: amounts at which owners are notified. */
export function SpendAlerts({ orgId }: { orgId: string }) {
  const query = useListSpendAlertsInfinite(orgId, undefined, { query: paged });
  const edit = usePermission({ level: 'organization', orgId }, 'edit');
  const [isCreating, setCreating] = useState(false);
  const remove = (alert: SpendAlert) =>
    attempt(() => mutate(deleteSpendAlert, orgId, alert.id), {
      success: 'Spend alert deleted',
    });
  const rows = flatten(query.data);
  const create = (
    <ActionButton
      variant="default"
      leftSection={<IconPlus />}
      reason={edit.reason}
      onClick={() => setCreating(true)}
    >
      Create alert
    </ActionButton>
  );
  return (
    <FormSection
      title="Spend alerts"
      description="Notify owners, once a month, when spending reaches an amount. Runs aren't stopped."
    >
      <div className={classes.table}>
        <DataTable
          label="Spend alerts"
          columns={columns}
          rows={rows}
          query={query}
          menu={(alert) => [
            {
              label: 'Delete',
              icon: <IconTrash />,
              danger: true,
              disabled: edit.reason,
              onClick: () => void remove(alert),
            },
          ]}
          empty={
            <EmptyState icon={<IconBell />} title="No spend alerts" action={create}>
              Owners are only notified of a low balance.
            </EmptyState>
          }
        />
      </div>
      {rows.length > 0 && <div>{create}</div>}
      {isCreating && <NewAlert orgId={orgId} onClosed={() => setCreating(false)} />}
    </FormSection>
  );
}

/** The amount is in dollars. */
type Alert = { amount: number | undefined; project_id: string | null };

function NewAlert({ orgId, onClosed }: { orgId: string; onClosed: () => void }) {
  const form = useForm(
    contractForm(SpendAlertCreate, {
      initialValues: { amount: undefined, project_id: null } as Alert,
      body: ({ amount, project_id }) => ({
        amount: Math.round((amount ?? Number.NaN) * MICROS),
        project_id,
      }),
      validate: { amount: (dollars) => dollars === undefined && 'Enter an amount' },
    }),
  );
  return (
    <FormDialog
      form={form}
      title="Create spend alert"
      submit="Create alert"
      always
      onSubmit={(body) => mutate(createSpendAlert, orgId, body)}
      success="Spend alert created"
      onClosed={onClosed}
    >
      <NumberField
        label="Monthly amount (USD)"
        {...form.getInputProps('amount')}
        min={0.01}
        max={SPEND_LIMIT_MAX / MICROS}
        step={0.01}
        data-autofocus
      />
      <ProjectFilter
        orgId={orgId}
        label="Applies to"
        placeholder="Whole organisation"
        value={form.values.project_id}
        {...form.getInputProps('project_id')}
      />
    </FormDialog>
  );
}
