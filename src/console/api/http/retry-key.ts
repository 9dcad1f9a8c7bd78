/**
 * The Idempotency-Key of a write that people may repeat: as long as nobody knows whether it happened, repeating it with
 * the same content uses the same key, so that it happens once.
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
