/** The kinds of ledger entries that add credit, or take credit back that was added. */
export const CREDIT_KINDS = ['grant', 'plan_credit', 'top_up', 'reversal'] as const;
/** The kinds of entries that change a balance otherwise than by spending. */
export const ADJUSTING_KINDS = [...CREDIT_KINDS, 'price_correction'] as const;
/** The kinds of ledger entries for what was spent. */
const COST_KINDS = ['run', 'indexing', 'search', 'model_test'] as const;
export const LEDGER_KINDS = [...ADJUSTING_KINDS, ...COST_KINDS] as const;

export type CostKind = (typeof COST_KINDS)[number];
export type LedgerKind = (typeof LEDGER_KINDS)[number];
