/**
 * Parses a time from the API, in milliseconds. RFC 3339 allows leap seconds, which JavaScript cannot parse, and the
 * year 0, which PostgreSQL does not support; no time here is before 1970.
 */
export function toTime(text: string): number {
  return Math.max(0, Date.parse(text.replace(/(:\d\d):60/, '$1:59')));
}
