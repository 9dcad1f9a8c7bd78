/** An `ilike` pattern that matches a text anywhere. Wildcards in the text are escaped. */
export function containing(text: string): string {
  return `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
}
