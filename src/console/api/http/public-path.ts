/** The paths that people without an account may call. A test compares them with the contract. */
const PUBLIC = /^\/(shared-chat\/|(invitation\/view|notification\/unsubscribe)$)/;

/** Whether a path needs nobody to be signed in, so that it must be sent without a token, too. */
export function isPublicPath(path: string): boolean {
  return PUBLIC.test(path.split('?')[0] ?? '');
}
