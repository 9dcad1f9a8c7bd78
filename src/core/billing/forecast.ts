import type { SpendForecast, SpendForecastDay } from '#generated/model/index.ts';
import { addDays, daysOf } from './month.ts';

/** The number of complete days that the mean is of. */
const MEAN_DAYS = 7;
/** A balance that lasts longer isn't forecast. */
const EMPTY_DAYS_MAX = 365;

export interface ForecastInput {
  /** In UTC. */
  today: string;
  /** The balance now, in micro-dollars. */
  balance: number;
  /** What the balance paid, by day. */
  spent: ReadonlyMap<string, number>;
  /** What was added to the balance other than by spending, by day; negative for refunds. */
  credited: ReadonlyMap<string, number>;
  /** The first day of the history. */
  from: string;
  /** The last day of this month. */
  monthEnd: string;
  /** The day on which the organisation began; days before it don't count. */
  since: string;
}

/**
 * A forecast by the simplest rule that people can check: every day to come costs as much as the mean of the last seven
 * complete days (fewer if the organisation is younger), and the rest of today costs nothing more than that mean.
 */
export function forecastSpend(input: ForecastInput): SpendForecast {
  const { today, balance, spent, credited, from, monthEnd } = input;
  const spentOn = (day: string) => spent.get(day) ?? 0;
  const complete = daysOf(addDays(today, -MEAN_DAYS), addDays(today, -1)).filter(
    (day) => day >= input.since,
  );
  const sum = complete.reduce((total, day) => total + spentOn(day), 0);
  const daily_mean = complete.length === 0 ? spentOn(today) : Math.round(sum / complete.length);
  const restOfToday = Math.max(0, daily_mean - spentOn(today));

  const days: SpendForecastDay[] = [];
  let closing = balance;
  for (const day of daysOf(from, today).reverse()) {
    days.unshift({ day, balance: closing, spent: spentOn(day), is_forecast: false });
    closing += spentOn(day) - (credited.get(day) ?? 0);
  }
  let left = balance - restOfToday;
  for (const day of daysOf(addDays(today, 1), monthEnd)) {
    left -= daily_mean;
    days.push({ day, balance: left, spent: daily_mean, is_forecast: true });
  }
  const monthStart = `${today.slice(0, 7)}-01`;
  const month = daysOf(monthStart, today).reduce((total, day) => total + spentOn(day), 0);
  const ahead = daysOf(addDays(today, 1), monthEnd).length;
  return {
    month: today.slice(0, 7),
    spent: month,
    forecast: month + restOfToday + ahead * daily_mean,
    daily_mean,
    days_counted: complete.length,
    empty_on: emptyOn(today, balance - restOfToday, daily_mean),
    days,
  };
}

function emptyOn(today: string, balance: number, mean: number): string | null {
  if (balance <= 0) return today;
  if (mean === 0) return null;
  const days = Math.ceil(balance / mean);
  return days > EMPTY_DAYS_MAX ? null : addDays(today, days);
}
