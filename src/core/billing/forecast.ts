import type { SpendForecast, SpendForecastDay } from '#generated/model/index.ts';
import { addDays, daysOf } from './month.ts';

/** The number of complete days that are averaged. */
const MEAN_DAYS = 7;
/** The end of a balance that lasts longer isn't forecast. */
const EMPTY_DAYS_MAX = 365;

export interface ForecastInput {
  /** In UTC. */
  today: string;
  /** The current balance, in micro-dollars. */
  balance: number;
  /** Charges to the balance, by day. */
  spent: ReadonlyMap<string, number>;
  /** Credit added to the balance, by day; negative for refunds. */
  credited: ReadonlyMap<string, number>;
  /** The first day of the history. */
  from: string;
  /** The last day of this month. */
  monthEnd: string;
  /** The day on which the organisation was created; earlier days aren't averaged. */
  since: string;
}

/**
 * Forecasts the balance by a rule that people can check: every future day costs the average of the last seven complete
 * days (fewer for a new organisation), and today costs at least that average.
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
