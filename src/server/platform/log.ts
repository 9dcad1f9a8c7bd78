import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

/**
 * @param level the lowest level that is logged
 * @param to where it is written instead of the standard output
 */
export function createLog(level: string, to?: DestinationStream): Logger {
  const options = { level, base: null, serializers: { err: describeError } };
  return to ? pino(options, to) : pino(options);
}

/**
 * Serialises an error for the log. The error of a failed query contains the query's values, also in its message. They may
 * be prompts and addresses, so only the database's own message is logged.
 */
export function describeError(error: Error): object {
  const described = stdSerializers.err(error);
  if (!('params' in error)) return described;
  const { cause, stack = '' } = error;
  const frames = stack.slice(stack.indexOf('\n    at '));
  return {
    type: described.type,
    message: `Failed query: ${cause instanceof Error ? cause.message : 'unknown reason'}`,
    code: (cause as { code?: string } | undefined)?.code,
    stack: frames.trim(),
  };
}
