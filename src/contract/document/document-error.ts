/** A contract file that cannot be used: where, and how to fix it. */
export class DocumentError extends Error {
  override name = 'DocumentError';

  constructor(file: string, line: number | undefined, message: string) {
    super(`${file}${line === undefined ? '' : `:${line}`}: ${message}`);
  }
}
