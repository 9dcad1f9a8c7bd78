import type { Document, DocumentState } from '#generated/model/index.ts';

/** The steps of a document, in order. */
export const STEPS = ['Upload', 'Extract', 'Split', 'Embed', 'Ready'] as const;

const STEP_OF: Readonly<Partial<Record<DocumentState, number>>> = {
  waiting: 1,
  extracting: 1,
  splitting: 2,
  embedding: 3,
};

/** A document's progress: the index of its current step in `STEPS`, and the completed share (0 to 1) of each step. */
export interface StepProgress {
  step: number;
  shares: number[];
}

/** @returns null unless the document is being indexed */
export function stepProgress({
  state,
  progress,
}: Pick<Document, 'state' | 'progress'>): StepProgress | null {
  const step = STEP_OF[state];
  if (step === undefined || progress === null) return null;
  const present = state === 'waiting' ? 0 : progress.percent / 100;
  const shares = STEPS.map((_, index) => (index < step ? 1 : index === step ? present : 0));
  return { step, shares };
}

/** The overall progress of a document, in percent. */
export function percentOf({ shares }: StepProgress): number {
  const counted = shares.slice(0, -1);
  return Math.round((counted.reduce((total, share) => total + share, 0) / counted.length) * 100);
}
