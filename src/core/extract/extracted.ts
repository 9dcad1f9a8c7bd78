/** The kinds of documents. `image` is read by a vision model, all others by `extract`. */
export type DocumentKind =
  | 'pdf'
  | 'docx'
  | 'xlsx'
  | 'csv'
  | 'html'
  | 'markdown'
  | 'text'
  | 'json'
  | 'epub'
  | 'pptx'
  | 'image';

/** The location of a piece of text in its document. */
export interface Place {
  /** From 1. */
  page?: number;
  sheet?: string;
  /** From 1. */
  slide?: number;
  /** The headings above it, outermost first. A heading's own path ends with itself. */
  heading_path: string[];
}

export type BlockKind = 'heading' | 'paragraph' | 'list' | 'table' | 'code';

/** A unit of text: a paragraph, a list item, a table or one of its rows. */
export interface Block extends Place {
  /**
   * UTF-16 offsets into the text. Blocks are in order and don't overlap, and there is only white space between them.
   */
  start: number;
  end: number;
  kind: BlockKind;
}

export interface Extracted {
  kind: DocumentKind;
  title: string | null;
  text: string;
  blocks: Block[];
  /** The number of pages or slides; null for documents without them. */
  pages: number | null;
  warnings: ExtractWarning[];
}

/** Warnings for people, such as "Page 2 is an image and contains no text". */
export interface ExtractWarning {
  message: string;
  page?: number;
}

export type ExtractFailureCode = 'unsupported' | 'unreadable' | 'too_large' | 'empty' | 'encrypted';

/** Why extraction failed. `detail` tells people what to do. */
export class ExtractFailure extends Error {
  override readonly name = 'ExtractFailure';
  readonly code: ExtractFailureCode;
  readonly detail: string;

  constructor(code: ExtractFailureCode, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.code = code;
    this.detail = detail;
  }
}
