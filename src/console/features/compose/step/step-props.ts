import type { ArticleStage } from '#generated/model/index.ts';

/** What the page of each step is given. */
export interface StepProps {
  /** Opens another step. */
  goTo: (step: ArticleStage) => void;
}
