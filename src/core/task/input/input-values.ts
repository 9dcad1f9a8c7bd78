/** The value of each variable in one run; a variable without a value is absent. */
export type InputValues = Record<string, unknown>;
