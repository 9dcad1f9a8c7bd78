/** Why the server cannot start, in words for the person who started it. Shown without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
