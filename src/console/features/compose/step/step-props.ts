import type { ArticleStage } from '#generated/model/index.ts';

/** The props of each step's page. */
export interface StepProps {
  /** Opens another step. */
  goTo: (step: ArticleStage) => void;
}
