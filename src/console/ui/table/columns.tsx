import type { ReactNode } from 'react';
import { formatMicros } from '#core/billing/money.ts';
import { RelativeTime } from '../display/time.tsx';
import type { Column } from './data-table-types.ts';

/** Makes columns that show their values in the same way. */
export function columnOf<Value>(show: (value: Value) => ReactNode, align?: 'right') {
  return <T,>(
    header: string,
    read: (row: T) => Value,
    rest?: Omit<Column<T>, 'header' | 'cell'>,
  ): Column<T> => ({
    header,
    cell: (row) => show(read(row)),
    ...(align && { align }),
    ...rest,
  });
}

export const timeColumn = columnOf((time: string | null) => <RelativeTime value={time} />);
export const textColumn = columnOf((text: ReactNode) => (
  <span className="tl-truncate">{text}</span>
));
/** Truncates long text; its `title` shows all of it. */
export const titledColumn = columnOf((text: string) => (
  <span className="tl-truncate" title={text}>
    {text}
  </span>
));
export const codeColumn = columnOf((code: ReactNode) => (
  <span className="tl-mono tl-truncate">{code}</span>
));
export const countColumn = columnOf((count: number) => count.toLocaleString('en-GB'), 'right');
export const moneyColumn = columnOf(formatMicros, 'right');
