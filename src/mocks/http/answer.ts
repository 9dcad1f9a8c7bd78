/** A response with headers, or with a status other than the contract's first. */
export class Answer<T> {
  readonly body: T;
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(body: T, status: number, headers: Record<string, string> = {}) {
    this.body = body;
    this.status = status;
    this.headers = headers;
  }
}
