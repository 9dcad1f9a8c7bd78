/**
 * The Idempotency-Key of a write that people may repeat. While the outcome is unknown, repeating it with the same
 * content uses the same key, so that it is applied only once.
 */
export class RetryKey {
  #last: { content: string; key: string } | null = null;

  keyFor(content: unknown): string {
    const text = JSON.stringify(content);
    if (this.#last?.content !== text) this.#last = { content: text, key: crypto.randomUUID() };
    return this.#last.key;
  }

  /** Call it once the outcome is known. */
  forget(): void {
    this.#last = null;
  }
}
