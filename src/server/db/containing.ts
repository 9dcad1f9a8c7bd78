/** A pattern for `ilike` that finds a text anywhere; its wildcards mean themselves. */
export function containing(text: string): string {
  return `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
}
