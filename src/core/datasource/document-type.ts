/** Media types of the documents that a collection can read, by file extension. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  csv: 'text/csv',
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  md: 'text/markdown',
  markdown: 'text/markdown',
  mdx: 'text/markdown',
  txt: 'text/plain',
  text: 'text/plain',
  rst: 'text/plain',
  adoc: 'text/plain',
  json: 'application/json',
  epub: 'application/epub+zip',
};
/** Generic media types, which say nothing about the content. */
const VAGUE = ['', 'application/octet-stream', 'binary/octet-stream', 'application/x-download'];

/** A file's media type by its name; null if a collection can't read it. */
export function typeByName(name: string): string | null {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  return (extension && BY_EXTENSION[extension]) ?? null;
}

/** The usual extension of a media type, such as `md`; undefined for an unknown type. */
export function extensionOf(mediaType: string | null): string | undefined {
  const type = bareType(mediaType);
  return Object.keys(BY_EXTENSION).find((extension) => BY_EXTENSION[extension] === type);
}

/** `Text/HTML; charset=x` is `text/html`. */
export function bareType(mediaType: string | null | undefined): string {
  return (mediaType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

export function isHtml(mediaType: string | null | undefined): boolean {
  return ['text/html', 'application/xhtml+xml'].includes(bareType(mediaType));
}

/** Whether a response is a document, by its type, or by its name if the type says nothing. */
export function isDocument(mediaType: string | null | undefined, name: string): boolean {
  const type = bareType(mediaType);
  if (VAGUE.includes(type)) return typeByName(name) !== null;
  // JSON responses are API data, unless the URL has a file name.
  if (type === 'application/json') return typeByName(name) === type;
  return Object.values(BY_EXTENSION).includes(type) || type === 'text/x-markdown';
}
