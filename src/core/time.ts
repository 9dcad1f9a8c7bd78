/** RFC 3339 allows leap seconds, which JavaScript cannot parse. In milliseconds. */
function parsed(text: string): number {
  return Date.parse(text.replace(/(:\d\d):60/, '$1:59'));
}

/**
 * Parses a time from the API, in milliseconds. RFC 3339 allows the year 0, which PostgreSQL does not support; no time
 * here is before 1970.
 */
export function toTime(text: string): number {
  return Math.max(0, parsed(text));
}

/** The years that both PostgreSQL and RFC 3339 can write: 1 to 9999, in UTC. */
const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** Converts a valid date of a document, which may be any, to the nearest that can be stored, in UTC. */
export function toStorableTime(text: string): string {
  return new Date(Math.min(LAST, Math.max(FIRST, parsed(text)))).toISOString();
}
