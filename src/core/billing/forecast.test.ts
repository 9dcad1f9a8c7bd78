import { describe, expect, it } from 'vitest';
import { type ForecastInput, forecastSpend } from './forecast.ts';

const input = (parts: Partial<ForecastInput> = {}): ForecastInput => ({
  today: '2026-11-24',
  balance: 5000,
  spent: new Map(),
  credited: new Map(),
  from: '2026-11-01',
  monthEnd: '2026-11-30',
  since: '2026-01-01',
  ...parts,
});
const lastOf = ({ days }: ReturnType<typeof forecastSpend>) => days.at(-1);

describe('a forecast', () => {
  it('without any data expects nothing, and no end of the balance', () => {
    const found = forecastSpend(input());
    expect(found).toMatchObject({ spent: 0, forecast: 0, daily_mean: 0, empty_on: null });
    expect(found.days).toHaveLength(30);
    expect(lastOf(found)).toEqual({
      ...{ day: '2026-11-30', balance: 5000, spent: 0, is_forecast: true },
    });
  });

  it('takes the first day of an organisation as the measure, as there is no other', () => {
    const spent = new Map([['2026-11-24', 300]]);
    const found = forecastSpend(input({ spent, since: '2026-11-24' }));
    expect(found).toMatchObject({ days_counted: 0, daily_mean: 300, spent: 300 });
    expect(found.forecast).toBe(300 + 6 * 300);
    expect(lastOf(found)?.balance).toBe(5000 - 6 * 300);
  });

  it('takes one complete day as the mean, and what is missing of it today', () => {
    const spent = new Map([
      ['2026-11-23', 700],
      ['2026-11-24', 200],
    ]);
    const found = forecastSpend(input({ spent, since: '2026-11-23' }));
    expect(found).toMatchObject({ days_counted: 1, daily_mean: 700, spent: 900 });
    expect(found.forecast).toBe(900 + 500 + 6 * 700);
    expect(found.empty_on).toBe('2026-12-01');
  });

  it('of the last day of a month adds no other day, and looks back over its start', () => {
    const spent = new Map([['2026-10-31', 70]]);
    const found = forecastSpend(
      input({ today: '2026-11-01', spent, from: '2026-10-03', monthEnd: '2026-11-30' }),
    );
    // October is history, not this month.
    expect(found).toMatchObject({ month: '2026-11', spent: 0, daily_mean: 10 });
    const end = forecastSpend(input({ today: '2026-11-30' }));
    expect(end.days.filter(({ is_forecast }) => is_forecast)).toEqual([]);
  });

  it('shows the balance of each day, with what was bought and refunded', () => {
    const found = forecastSpend(
      input({
        ...{ balance: -100, today: '2026-11-04' },
        spent: new Map([['2026-11-03', 400]]),
        credited: new Map([
          ['2026-11-02', 1000],
          ['2026-11-04', -700],
        ]),
      }),
    );
    const balances = found.days.slice(0, 4).map(({ balance }) => balance);
    expect(balances).toEqual([0, 1000, 600, -100]);
    expect(found.empty_on).toBe('2026-11-04');
  });
});
