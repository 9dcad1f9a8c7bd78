import { type Logger, pino, stdSerializers } from 'pino';

/** @param level the least that is logged */
export function createLog(level: string): Logger {
  return pino({ level, base: null, serializers: { err: describeError } });
}

/**
 * An error for the log. A failed query's error holds the query's values, in its message too, and they
 * are prompts and addresses: only what the database says of it is kept.
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
