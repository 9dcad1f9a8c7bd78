import { answerFromDocuments } from './library/answer-from-documents.ts';
import { classify } from './library/classify.ts';
import { codeReview } from './library/code-review.ts';
import { dataCleaning } from './library/data-cleaning.ts';
import { emailReply } from './library/email-reply.ts';
import { extract } from './library/extract.ts';
import { leadQualification } from './library/lead-qualification.ts';
import { meetingNotes } from './library/meeting-notes.ts';
import { moderation } from './library/moderation.ts';
import { productDescription } from './library/product-description.ts';
import { releaseNotes } from './library/release-notes.ts';
import { resumeScreening } from './library/resume-screening.ts';
import { rewrite } from './library/rewrite.ts';
import { sentiment } from './library/sentiment.ts';
import { sql } from './library/sql.ts';
import { summarise } from './library/summarise.ts';
import { testCases } from './library/test-cases.ts';
import { translate } from './library/translate.ts';
import type { ProductTemplate } from './write-template.ts';

/** The built-in templates in gallery order: the most commonly needed first. */
export const TEMPLATES: readonly ProductTemplate[] = [
  summarise,
  classify,
  extract,
  answerFromDocuments,
  emailReply,
  rewrite,
  translate,
  sentiment,
  meetingNotes,
  sql,
  productDescription,
  codeReview,
  testCases,
  moderation,
  resumeScreening,
  dataCleaning,
  releaseNotes,
  leadQualification,
];
