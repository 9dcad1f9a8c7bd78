import { Anchor } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { isApiError } from '#console/api/api-error.ts';
import { flatten, paged } from '#console/api/query/paging.ts';
import { moneyText } from '#console/modules/org/plan-words.ts';
import { StatusBadge, type Tone } from '#console/ui/display/status-badge.tsx';
import { formatDay } from '#console/ui/display/time.tsx';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { textColumn } from '#console/ui/table/columns.tsx';
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

function statusOf({ status, total, refunded }: Invoice): { label: string; tone: Tone } {
  if (status !== 'paid' || refunded === 0) return STATUS[status];
  return { label: refunded < total ? 'Partially refunded' : 'Refunded', tone: 'neutral' };
}

const columns: readonly Column<Invoice>[] = [
  textColumn('Number', ({ number }) => number ?? 'Draft', { hideBelow: 'sm' }),
  {
    header: 'Date',
    width: 'minmax(84px, 1fr)',
    cell: ({ created_at }) => formatDay(created_at),
  },
  {
    header: 'Status',
    width: 'clamp(52px, 9vw, 112px)',
    cell: (invoice) => {
      const { label, tone } = statusOf(invoice);
      return <StatusBadge tone={tone}>{label}</StatusBadge>;
    },
  },
  {
    header: 'Total',
    align: 'right',
    cell: ({ total }) => moneyText(total),
  },
  {
    header: 'Refunded',
    align: 'right',
    hideBelow: 'md',
    cell: ({ refunded }) => (refunded > 0 ? moneyText(refunded) : '–'),
  },
  {
    header: 'Open',
    width: '36px',
    align: 'right',
    cell: ({ number, status, url }) =>
      url && (
        <InvoiceLink
          href={url}
          name={`${status === 'open' ? 'Pay' : 'View'} invoice ${number ?? ''}`}
        >
          {status === 'open' ? 'Pay' : 'View'}
        </InvoiceLink>
      ),
  },
  {
    header: 'PDF',
    width: '40px',
    align: 'right',
    // The invoice's page links to it too.
    hideBelow: 'sm',
    cell: ({ number, pdf_url }) =>
      pdf_url && (
        <InvoiceLink href={pdf_url} name={`PDF of invoice ${number ?? ''}`}>
          PDF
        </InvoiceLink>
      ),
  },
];

interface InvoiceLinkProps {
  href: string;
  /** For screen readers. */
  name: string;
  children: string;
}

function InvoiceLink({ href, name, children }: InvoiceLinkProps) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" aria-label={name.trim()}>
      {children}
    </Anchor>
  );
}

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
