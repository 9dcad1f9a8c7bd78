import { Anchor } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { isApiError } from '#console/api/api-error.ts';
import { flatten, paged } from '#console/api/query/paging.ts';
import { moneyText } from '#console/modules/org/plan-words.ts';
import { StatusBadge, type Tone } from '#console/ui/display/status-badge.tsx';
import { formatDay } from '#console/ui/display/time.tsx';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { type Column, DataTable } from '#console/ui/table/data-table.tsx';
import { useListInvoicesInfinite } from '#generated/api/billing/billing.ts';
import type { Invoice, InvoiceStatus } from '#generated/model/index.ts';
import classes from '../billing.module.css';
import { useBilledOrg } from '../use-subscription.ts';

const STATUS: Readonly<Record<InvoiceStatus, { label: string; tone: Tone }>> = {
  draft: { label: 'Draft', tone: 'neutral' },
  open: { label: 'Unpaid', tone: 'warning' },
  paid: { label: 'Paid', tone: 'success' },
  void: { label: 'Void', tone: 'neutral' },
  uncollectible: { label: 'Uncollectible', tone: 'danger' },
};

const columns: readonly Column<Invoice>[] = [
  {
    key: 'number',
    header: 'Number',
    hideBelow: 'sm',
    cell: ({ number }) => <span className="tl-truncate">{number ?? 'Draft'}</span>,
  },
  {
    key: 'date',
    header: 'Date',
    width: 'minmax(88px, 1fr)',
    cell: ({ created_at }) => formatDay(created_at),
  },
  {
    key: 'status',
    header: 'Status',
    width: 'clamp(56px, 8vw, 96px)',
    cell: ({ status }) => (
      <StatusBadge tone={STATUS[status].tone}>{STATUS[status].label}</StatusBadge>
    ),
  },
  {
    key: 'total',
    header: 'Total',
    align: 'right',
    cell: ({ total, refunded }) => (
      <span className="tl-tabular">
        {moneyText(total)}
        {refunded > 0 && ` (${moneyText(refunded)} refunded)`}
      </span>
    ),
  },
  {
    key: 'links',
    header: 'Open',
    width: '80px',
    align: 'right',
    cell: ({ number, status, url, pdf_url }) => (
      <>
        {url && (
          <Anchor
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={`${status === 'open' ? 'Pay' : 'View'} invoice ${number}`}
          >
            {status === 'open' ? 'Pay' : 'View'}
          </Anchor>
        )}
        {pdf_url && (
          <>
            {' · '}
            <Anchor
              href={pdf_url}
              target="_blank"
              rel="noreferrer"
              aria-label={`PDF of invoice ${number}`}
            >
              PDF
            </Anchor>
          </>
        )}
      </>
    ),
  },
];

/** The organisation's invoices, newest first. */
export function InvoicesTab() {
  const { orgId } = useBilledOrg();
  const query = useListInvoicesInfinite(orgId, undefined, { query: paged });
  // The first response is enough, although the query is retried.
  const reason = query.error ?? query.failureReason;
  const isOff = isApiError(reason) && reason.problem?.code === 'payments_not_configured';
  if (isOff)
    return (
      <EmptyState icon={<IconReceipt />} title="No invoices">
        Payments aren't set up on this server. The Plan tab lists what is missing.
      </EmptyState>
    );
  return (
    <div className={classes.tab}>
      <div className={classes.table}>
        <DataTable
          label="Invoices"
          columns={columns}
          rows={flatten(query.data)}
          query={query}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon={<IconReceipt />} title="No invoices yet">
              Invoices appear here once you subscribe.
            </EmptyState>
          }
        />
      </div>
    </div>
  );
}
