/** The kinds of ledger entries that add credit, or take credit back that was added. */
export const CREDIT_KINDS = ['grant', 'plan_credit', 'top_up', 'auto_top_up', 'reversal'] as const;
/** The kinds that aren't calls of models. There are few such entries. */
const OTHERS = [...CREDIT_KINDS, 'correction'] as const;
export const OTHER_KINDS: readonly LedgerKind[] = OTHERS;
/** The kinds of ledger entries for what was spent. */
const COST_KINDS = ['run', 'indexing', 'search', 'model_test'] as const;
export const LEDGER_KINDS = [...OTHERS, ...COST_KINDS] as const;

export type CostKind = (typeof COST_KINDS)[number];
export type LedgerKind = (typeof LEDGER_KINDS)[number];
