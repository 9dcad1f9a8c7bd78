/** A file of a contract that cannot be used: where, and what to do about it. */
export class DocumentError extends Error {
  override name = 'DocumentError';

  constructor(file: string, line: number | undefined, message: string) {
    super(`${file}${line === undefined ? '' : `:${line}`}: ${message}`);
  }
}
