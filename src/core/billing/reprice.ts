import { costOf, sumCosts } from './money.ts';

/** Prices that are known, in micro-dollars per million tokens. */
export interface KnownPrices {
  input_price: number;
  output_price: number;
}

/** A call of a model, as a run's trace tells. */
export interface PricedStep {
  /** The position of the step in its trace. */
  at: number;
  model_id: string;
  input_tokens: number;
  output_tokens: number;
  /** Micro-dollars; null if the price was unknown. */
  cost: number | null;
  /** Whether it embedded the run's question. An unknown price of that doesn't make the run's cost unknown. */
  is_embedding?: boolean;
}

/** A finished run, as far as its cost is concerned. */
export interface PricedRun {
  model_id: string;
  input_tokens: number;
  output_tokens: number;
  cost: number | null;
  /** The steps that used tokens; null if the run has no trace. */
  steps: readonly PricedStep[] | null;
}

export interface StepCost {
  at: number;
  cost: number | null;
}

/** What a run should have cost. */
export interface Repriced {
  cost: number | null;
  /** How much more the model's calls cost, in micro-dollars; negative for less. */
  change: number;
  /** The costs of the model's steps before and after. */
  steps: { before: StepCost[]; after: StepCost[] };
}

/**
 * What a run should have cost if a model's prices had been others. Every call is rounded by itself, as when it was made.
 * A run may have called other models too; what these cost stays.
 * @returns undefined if nothing changes
 */
export function repriced(
  run: PricedRun,
  modelId: string,
  prices: KnownPrices,
): Repriced | undefined {
  if (run.steps === null) {
    if (run.model_id !== modelId) return undefined;
    const cost = costOf(run, prices);
    if (cost === run.cost) return undefined;
    const change = (cost ?? 0) - (run.cost ?? 0);
    return { cost, change, steps: { before: [], after: [] } };
  }
  const own = run.steps.filter(({ model_id }) => model_id === modelId);
  const before = own.map(({ at, cost }) => ({ at, cost }));
  const after = own.map((step) => ({ at: step.at, cost: costOf(step, prices) }));
  if (after.every(({ cost }, index) => cost === before[index]?.cost)) return undefined;
  const change = total(after) - total(before);
  const others = run.steps
    .filter(({ model_id }) => model_id !== modelId)
    .map(({ cost, is_embedding }) => cost ?? (is_embedding ? 0 : null));
  const cost =
    run.cost === null
      ? sumCosts([...others, ...after.map((step) => step.cost)])
      : run.cost + change;
  return { cost, change, steps: { before, after } };
}

function total(steps: readonly StepCost[]): number {
  return steps.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
}

/** `12 runs and 1 call`: the scope of a correction. Calls are model calls outside runs. */
export function correctedText({ runs, calls }: { runs: number; calls: number }): string {
  const parts = [
    (runs > 0 || calls === 0) && `${runs} ${runs === 1 ? 'run' : 'runs'}`,
    calls > 0 && `${calls} ${calls === 1 ? 'call' : 'calls'}`,
  ];
  return parts.filter(Boolean).join(' and ');
}

/**
 * The amount that a correction adds to a balance, or takes if negative. It takes no more than is available, and gives back
 * only what was paid.
 * @param due what the runs cost more; negative for less
 * @param available the rest of the balance
 * @param waived the amount that earlier corrections of the model couldn't take
 */
export function correctionEntry(
  due: number,
  { available, waived }: { available: number; waived: number },
): number {
  if (due > 0) return -Math.min(due, Math.max(0, available)) || 0;
  return Math.max(0, -due - waived);
}
