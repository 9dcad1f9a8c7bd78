import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useGetUsage } from '#generated/api/billing/billing.ts';
import type { GetUsageParams } from '#generated/model/index.ts';
import { nameOfGroup } from './usage-columns.tsx';
import { filterOf, groupings, inSentence } from './usage-filters.ts';

interface OpenedFilterProps {
  orgId: string;
  by: 'task' | 'model' | 'key' | 'member';
  id: string;
  period: Pick<GetUsageParams, 'from' | 'to'>;
  onRemove: () => void;
}

/** The chip of a filter that was set by opening a group. */
export function OpenedFilter({ orgId, by, id, period, onRemove }: OpenedFilterProps) {
  const { data, isPending } = useGetUsage(
    orgId,
    { ...period, group_by: by, [filterOf[by]]: id },
    { query: { meta: { silent: true } } },
  );
  const label = groupings.find(({ value }) => value === by)?.label ?? '';
  const [group] = data?.groups ?? [];
  const name = group ? nameOfGroup(group, by) : isPending ? '…' : id;
  return (
    <Button
      variant="default"
      maw="100%"
      rightSection={<IconX />}
      aria-label={`Remove filter: ${inSentence(label)} ${name}`}
      onClick={onRemove}
    >
      {label}: {name}
    </Button>
  );
}
