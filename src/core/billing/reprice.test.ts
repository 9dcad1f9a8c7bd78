import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf, sumCosts } from './money.ts';
import { correctionEntry, type PricedRun, type Repriced, repriced } from './reprice.ts';

const tokens = { input_tokens: fc.nat(2_000_000), output_tokens: fc.nat(500_000) };
const prices = fc.record({ input_price: fc.nat(200_000_000), output_price: fc.nat(200_000_000) });
const calls = fc.array(fc.record({ ...tokens, model_id: fc.constantFrom('a', 'b') }), {
  minLength: 1,
  maxLength: 5,
});
const OTHER = { input_price: 3_000_000, output_price: 7_000_000 };

/** A run as it ends if model `a` has these prices. */
function runAt(price: { input_price: number; output_price: number }, made: Call[]): PricedRun {
  const steps = made.map((call, at) => ({
    ...call,
    at: at * 2,
    cost: costOf(call, call.model_id === 'a' ? price : OTHER),
  }));
  return {
    model_id: 'a',
    input_tokens: made.reduce((sum, one) => sum + one.input_tokens, 0),
    output_tokens: made.reduce((sum, one) => sum + one.output_tokens, 0),
    cost: sumCosts(steps.map(({ cost }) => cost)),
    steps,
  };
}
type Call = { model_id: string; input_tokens: number; output_tokens: number };

function withCosts(run: PricedRun, { cost, steps: { after } }: Repriced): PricedRun {
  const costs = new Map(after.map((step) => [step.at, step.cost]));
  const steps = run.steps?.map((step) => ({ ...step, cost: costs.get(step.at) ?? step.cost }));
  return { ...run, cost, steps: steps ?? null };
}

describe('a corrected run', () => {
  it('costs what it would have cost at the right price, and its old price gives the old cost', () => {
    fc.assert(
      fc.property(prices, prices, calls, (wrong, right, made) => {
        const run = runAt(wrong, made);
        const once = repriced(run, 'a', right);
        const corrected = once ? withCosts(run, once) : run;
        expect(corrected).toEqual(runAt(right, made));
        if (once) expect((run.cost ?? 0) + once.change).toBe(once.cost);
        const back = repriced(corrected, 'a', wrong);
        expect(back ? withCosts(corrected, back) : corrected).toEqual(run);
      }),
    );
  });

  it('without a trace is calculated from its tokens', () => {
    const run = { model_id: 'a', input_tokens: 10, output_tokens: 1, cost: null, steps: null };
    const price = { input_price: 1_500_000, output_price: 0 };
    expect(repriced(run, 'a', price)).toMatchObject({ cost: 15, change: 15 });
    expect(repriced({ ...run, cost: 15 }, 'a', price)).toBeUndefined();
    expect(repriced({ ...run, model_id: 'b' }, 'a', price)).toBeUndefined();
    // If its steps couldn't be stored, nobody knows which of its tokens were of which model.
    expect(repriced({ ...run, steps: [] }, 'a', price)).toBeUndefined();
  });

  it('stays unknown while another of its models has no price, unless that only embeds', () => {
    const call = { input_tokens: 10, output_tokens: 0, cost: null };
    const steps = [
      { ...call, at: 0, model_id: 'a' },
      { ...call, at: 1, model_id: 'b' },
    ];
    const run = { model_id: 'a', input_tokens: 20, output_tokens: 0, cost: null, steps };
    const found = repriced(run, 'a', { input_price: 1_000_000, output_price: 0 });
    expect(found).toMatchObject({ cost: null, change: 10 });
    const embedded = steps.map((step) => ({ ...step, is_embedding: step.model_id === 'b' }));
    const known = repriced({ ...run, steps: embedded }, 'a', {
      input_price: 1_000_000,
      output_price: 0,
    });
    expect(known).toMatchObject({ cost: 10, change: 10 });
  });
});

describe('the entry of a correction', () => {
  it('never takes more than is left, and never gives back what was not paid', () => {
    const dues = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { maxLength: 20 });
    fc.assert(
      fc.property(fc.nat(2_000_000), dues, (start, all) => {
        let [balance, waived, owed] = [start, 0, 0];
        for (const due of all) {
          const amount = correctionEntry(due, { available: balance, waived });
          balance += amount;
          waived += due + amount;
          owed += due;
          expect(balance).toBeGreaterThanOrEqual(0);
          expect(waived).toBeGreaterThanOrEqual(0);
          expect(balance).toBe(start - owed + waived);
        }
      }),
    );
  });

  it('is given back in full when it is undone', () => {
    expect(correctionEntry(100, { available: 30, waived: 0 })).toBe(-30);
    expect(correctionEntry(-100, { available: 0, waived: 70 })).toBe(30);
    expect(correctionEntry(100, { available: -5, waived: 0 })).toBe(0);
  });
});
