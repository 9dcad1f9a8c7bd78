/** What a document can be. `image` is read by a vision model, all others by `extract`. */
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

/** Where in the document a piece of text is. */
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

/** A part of the text that belongs together: a paragraph, one item of a list, a table or one of its rows. */
export interface Block extends Place {
  /** UTF-16 offsets into the text. Blocks are in order and don't overlap; only white space is between them. */
  start: number;
  end: number;
  kind: BlockKind;
}

export interface Extracted {
  kind: DocumentKind;
  title: string | null;
  text: string;
  blocks: Block[];
  /** How many pages or slides the document has; null if it has none. */
  pages: number | null;
  warnings: ExtractWarning[];
}

/** What a reader should know about the text, such as "Page 2 is an image and contains no text". */
export interface ExtractWarning {
  message: string;
  page?: number;
}

export type ExtractFailureCode = 'unsupported' | 'unreadable' | 'too_large' | 'empty' | 'encrypted';

/** Why a document has no text. `detail` is for people and says what to do. */
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
