import { useEffect, useState } from 'react';
import { Tooltip } from './tooltip.tsx';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
/** Beyond a day, in words. */
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', DAY],
];
const relative = new Intl.RelativeTimeFormat('en-GB');
const relativeDay = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/**
 * A time relative to now: `just now`, `35 s ago`, `5 min ago`, `16 h ago`, `yesterday`, `in 3 months`.
 * @param value RFC 3339
 * @param now ms since 1970
 */
export function formatRelative(value: string, now = Date.now()): string {
  const seconds = (Date.parse(value) - now) / 1000;
  const distance = Math.abs(seconds);
  if (distance < 10) return 'just now';
  if (distance < DAY) {
    const span = formatSpan(distance);
    return seconds < 0 ? `${span} ago` : `in ${span}`;
  }
  const [unit, size] = units.find(([, least]) => distance >= least) ?? ['day', DAY];
  const format = unit === 'day' ? relativeDay : relative;
  return format.format(Math.round(seconds / size), unit);
}

/** Less than a day, in the unit that fits. */
function formatSpan(seconds: number): string {
  if (seconds < MINUTE) return `${Math.round(seconds)} s`;
  if (seconds < HOUR) return `${Math.round(seconds / MINUTE)} min`;
  return `${Math.round(seconds / HOUR)} h`;
}

/** A day in the reader's time zone: `7 Dec 2026`. */
export function formatDay(value: string): string {
  return day.format(new Date(value));
}

/** A date and time in the reader's time zone: `22 Nov 2026, 07:31`. */
export function formatDateTime(value: string): string {
  return absolute.format(new Date(value));
}

/** Keeps a number and its unit on the same line. */
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

// One shared clock: a list of a hundred times must not run a hundred timers.
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

/** A time relative to now, kept up to date, with the exact time in a tooltip. */
export function RelativeTime({ value, fallback = 'Never' }: RelativeTimeProps) {
  useTick();
  if (value === null) return <span>{fallback}</span>;
  return (
    <Tooltip label={() => formatDateTime(value)}>
      <time dateTime={value}>{formatRelative(value)}</time>
    </Tooltip>
  );
}
