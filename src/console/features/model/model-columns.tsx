import { unusableReason } from '#console/modules/model/model-groups.ts';
import { contextText, pricesText } from '#console/modules/model/model-text.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { textColumn } from '#console/ui/table/columns.tsx';
import type { Column } from '#console/ui/table/data-table-types.ts';
import type { Model } from '#generated/model/index.ts';

const ABILITIES = {
  structured_output: 'schema',
  tools: 'tools',
  images: 'images',
  reasoning: 'reasoning',
} as const;

/** The columns of the table of models. */
export const modelColumns: Column<Model>[] = [
  {
    header: 'Model',
    width: 'minmax(0, 2fr)',
    cell: (model) => (
      <span className="tl-truncate" title={model.id}>
        {model.name}
      </span>
    ),
  },
  textColumn('Endpoint', ({ endpoint }) => endpoint.name, { hideBelow: 'sm' }),
  {
    header: 'Status',
    width: '116px',
    cell: (model) => {
      const reason = unusableReason(model);
      return (
        <Tooltip label={reason}>
          {/* Reached by the keyboard, so that its reason can be read. */}
          <span tabIndex={reason === null ? undefined : 0}>
            <StatusBadge tone={reason === null ? 'success' : 'neutral'}>
              {reason === null ? 'Available' : 'Unavailable'}
            </StatusBadge>
          </span>
        </Tooltip>
      );
    },
  },
  {
    header: 'Input / output, per 1M',
    width: '168px',
    align: 'right',
    hideBelow: 'sm',
    cell: pricesText,
  },
  {
    header: 'Context',
    width: '88px',
    align: 'right',
    hideBelow: 'md',
    cell: (model) => contextText(model) ?? 'Unknown',
  },
  {
    header: 'Supports',
    width: 'minmax(0, 1.5fr)',
    hideBelow: 'lg',
    cell: ({ supports }) => {
      const able = Object.entries(ABILITIES).filter(
        ([key]) => supports[key as keyof typeof ABILITIES],
      );
      const all = able.map(([, label]) => label).join(', ');
      return (
        <span className="tl-truncate" title={all}>
          {all}
        </span>
      );
    },
  },
];
