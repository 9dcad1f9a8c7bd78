/** Why the server can't start, with a message for the person who started it. Shown without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
