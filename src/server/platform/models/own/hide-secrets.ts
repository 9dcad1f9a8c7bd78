/** Shorter values are words that also occur elsewhere. */
const SECRET_MIN = 8;
const HIDDEN = '[hidden]';

/** Removes secrets from what a server sends back. */
export interface SecretFilter {
  /** A text without the secrets. */
  text(text: string): string;
  /** A stream without them, also if they are spread over several chunks. Nothing else is held back. */
  stream(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array>;
}

/** @param secrets keys and header values, which are also removed in the forms in which servers repeat them */
export function hideSecrets(secrets: readonly string[]): SecretFilter {
  const forms = [...new Set(secrets.filter(({ length }) => length >= SECRET_MIN).flatMap(formsOf))];
  forms.sort((a, b) => b.length - a.length);
  const text = (given: string) =>
    forms.reduce((found, secret) => found.replaceAll(secret, HIDDEN), given);

  /** How many characters at the end of a text may be the beginning of a secret. */
  function begun(given: string): number {
    let most = 0;
    for (const secret of forms)
      for (let length = Math.min(secret.length - 1, given.length); length > most; length -= 1)
        if (given.endsWith(secret.slice(0, length))) most = length;
    return most;
  }

  return {
    text,
    stream(stream) {
      if (forms.length === 0) return stream;
      const decoder = new TextDecoder();
      const encoder = new TextEncoder();
      let rest = '';
      return stream.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            const all = text(rest + decoder.decode(chunk, { stream: true }));
            const kept = begun(all);
            rest = all.slice(all.length - kept);
            const ready = all.slice(0, all.length - kept);
            if (ready !== '') controller.enqueue(encoder.encode(ready));
          },
          flush(controller) {
            const last = text(rest + decoder.decode());
            if (last !== '') controller.enqueue(encoder.encode(last));
          },
        }),
      );
    },
  };
}

function formsOf(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64');
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    base64,
    base64.replace(/=+$/, ''),
  ];
}
