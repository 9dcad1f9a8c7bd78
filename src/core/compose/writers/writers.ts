import type { Assistant } from '#core/assist/assistant.ts';
import type { ArticleStepName } from '#generated/model/index.ts';
import { composeOutline } from './compose-outline.ts';
import { composeRewrite } from './compose-rewrite.ts';
import { composeSections } from './compose-sections.ts';
import { composeSeo } from './compose-seo.ts';
import { composeTitles } from './compose-titles.ts';

/** The task of each step, as created in every new installation. */
export const WRITERS: Readonly<Record<ArticleStepName, Assistant>> = {
  titles: composeTitles,
  outline: composeOutline,
  sections: composeSections,
  rewrite: composeRewrite,
  seo: composeSeo,
};
