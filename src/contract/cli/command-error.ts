/** The command cannot run; the message says what to do about it. */
export class CommandError extends Error {
  override name = 'CommandError';
}
