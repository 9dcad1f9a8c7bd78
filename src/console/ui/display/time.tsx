import { useEffect, useState } from 'react';
import { Tooltip } from './tooltip.tsx';

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto', style: 'short' });
const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/**
 * Relative time: `3 min ago`, `in 2 days`, `yesterday`, `just now`.
 * @param value RFC 3339
 * @param now ms since 1970
 */
export function formatRelative(value: string, now = Date.now()): string {
  const seconds = (Date.parse(value) - now) / 1000;
  const unit = units.find(([, size]) => Math.abs(seconds) >= size);
  if (!unit)
    return Math.abs(seconds) < 10 ? 'just now' : relative.format(Math.round(seconds), 'second');
  return relative.format(Math.round(seconds / unit[1]), unit[0]);
}

/** Date and time in the reader's time zone: `22 Nov 2026, 07:31`. */
export function formatDateTime(value: string): string {
  return absolute.format(new Date(value));
}

/** Keeps a number and its unit on one line. */
const nbsp = '\u00a0';

/**
 * A duration: `840 ms`, `3.2 s`, `2 min 5 s`.
 * @param ms milliseconds
 */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}${nbsp}ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)}${nbsp}s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}${nbsp}min ${seconds % 60}${nbsp}s`;
}

// All times share one timer: a list of a hundred would otherwise run a hundred.
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function useTick(): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const listener = () => setTick((tick) => tick + 1);
    listeners.add(listener);
    timer ??= setInterval(() => {
      for (const each of listeners) each();
    }, 30_000);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
}

type RelativeTimeProps = {
  /** RFC 3339; null for never. */
  value: string | null;
  fallback?: string;
};

/** A relative time that keeps itself up to date, with the exact time in a tooltip. */
export function RelativeTime({ value, fallback = 'Never' }: RelativeTimeProps) {
  useTick();
  if (value === null) return <span>{fallback}</span>;
  return (
    <Tooltip label={() => formatDateTime(value)}>
      <time dateTime={value}>{formatRelative(value)}</time>
    </Tooltip>
  );
}
