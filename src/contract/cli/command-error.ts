/** The command cannot run; the message says how to fix that. */
export class CommandError extends Error {
  override name = 'CommandError';
}
