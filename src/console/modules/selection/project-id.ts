/** The placeholder for a project when none is selected, as specified. */
export const NO_SELECTED_PROJECT = 'NO_SELECTED_PROJECT';

/** Whether a stored project id is valid: a non-empty string other than the placeholder. */
export function isProjectId(id: unknown): id is string {
  return typeof id === 'string' && id !== '' && id !== NO_SELECTED_PROJECT;
}
