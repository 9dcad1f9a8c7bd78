import type { Document } from '#generated/model/index.ts';

/** What people call the kinds of documents. */
export const KIND_LABELS: Readonly<Record<NonNullable<Document['kind']>, string>> = {
  pdf: 'PDF',
  docx: 'Word',
  xlsx: 'Excel',
  csv: 'CSV',
  html: 'HTML',
  markdown: 'Markdown',
  text: 'Text',
  json: 'JSON',
  epub: 'EPUB',
  pptx: 'PowerPoint',
  image: 'Image',
};
