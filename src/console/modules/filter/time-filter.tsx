import { TextInput } from '@mantine/core';
import { FilterSelect } from './filter-select.tsx';
import type { Period, Span } from './span.ts';

const periodOptions: { value: Period | 'days'; label: string }[] = [
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: 'days', label: 'Custom dates' },
];

interface TimeFilterProps {
  value: Span;
  onChange: (change: Partial<Span>) => void;
}

/** Filters by time. */
export function TimeFilter({ value, onChange }: TimeFilterProps) {
  const { period, from, to } = value;
  const byDays = period === null && (from !== null || to !== null);
  return (
    <>
      <FilterSelect
        aria-label="Time"
        placeholder="Any time"
        data={periodOptions}
        value={byDays ? 'days' : period}
        onChange={(chosen) =>
          onChange(
            chosen === 'days'
              ? { period: null, from: today(-7), to: null }
              : { period: chosen as Period | null, from: null, to: null },
          )
        }
      />
      {byDays && (
        <>
          <Day label="From" value={from} onChange={(day) => onChange({ from: day })} />
          <Day label="To" value={to} onChange={(day) => onChange({ to: day })} />
        </>
      )}
    </>
  );
}

function Day(props: {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  return (
    <TextInput
      type="date"
      aria-label={props.label}
      value={props.value ?? ''}
      onChange={(event) => props.onChange(event.currentTarget.value || null)}
    />
  );
}

/** A local date as YYYY-MM-DD, `shift` days from today. */
function today(shift: number): string {
  const day = new Date();
  day.setDate(day.getDate() + shift);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
