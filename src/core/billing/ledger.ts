/** The kinds of ledger entries that add credit or deduct it again. */
export const CREDIT_KINDS = ['grant', 'plan_credit', 'top_up', 'reversal'] as const;
/** The kinds of entries that change a balance other than by spending. */
export const ADJUSTING_KINDS = [...CREDIT_KINDS, 'price_correction'] as const;
/** The kinds of ledger entries for spending. */
const COST_KINDS = ['run', 'indexing', 'search', 'model_test'] as const;
export const LEDGER_KINDS = [...ADJUSTING_KINDS, ...COST_KINDS] as const;

export type CostKind = (typeof COST_KINDS)[number];
