/** Shorter values are words that also occur elsewhere. */
const SECRET_MIN = 8;
const HIDDEN = '[hidden]';

/** Removes secrets from what a server sends back. */
export interface SecretFilter {
  /** A text without the secrets. */
  text(text: string): string;
  /** A stream without them, also if they are spread over several chunks. Nothing else is held back. */
  stream(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array>;
  /** The same for binary frames. They keep their lengths, but a frame that had a secret no longer matches its checksum. */
  binaryStream(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array>;
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

  function filtered(
    stream: ReadableStream<Uint8Array>,
    { decode, encode, hide }: Coding,
  ): ReadableStream<Uint8Array> {
    if (forms.length === 0) return stream;
    let rest = '';
    return stream.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          const all = hide(rest + decode(chunk));
          const kept = begun(all);
          rest = all.slice(all.length - kept);
          const ready = all.slice(0, all.length - kept);
          if (ready !== '') controller.enqueue(encode(ready));
        },
        flush(controller) {
          const last = hide(rest + decode());
          if (last !== '') controller.enqueue(encode(last));
        },
      }),
    );
  }

  return {
    text,
    stream(stream) {
      const decoder = new TextDecoder();
      const encoder = new TextEncoder();
      return filtered(stream, {
        decode: (chunk) => decoder.decode(chunk, { stream: chunk !== undefined }),
        encode: (ready) => encoder.encode(ready),
        hide: text,
      });
    },
    binaryStream: (stream) =>
      filtered(stream, {
        decode: (chunk) => (chunk ? Buffer.from(chunk).toString('latin1') : ''),
        encode: (ready) => Buffer.from(ready, 'latin1'),
        hide: (given) =>
          forms.reduce((found, one) => found.replaceAll(one, '*'.repeat(one.length)), given),
      }),
  };
}

/** How a stream's bytes become text and back, and what replaces secrets in it. */
interface Coding {
  /** @param chunk none at the end */
  decode(chunk?: Uint8Array): string;
  encode(text: string): Uint8Array;
  hide(text: string): string;
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
