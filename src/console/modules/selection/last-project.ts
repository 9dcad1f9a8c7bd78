const key = (orgId: string) => `last-project:${orgId}`;

/** Notes the project that is open in an organisation, for every tab of this browser. */
export function rememberProject(orgId: string, projectId: string): void {
  try {
    localStorage.setItem(key(orgId), projectId);
  } catch {
    // Storage is blocked or full: the organisation opens with its first project.
  }
}

/** The project that was last open in an organisation. It may be gone. */
export function lastProject(orgId: string): string | null {
  try {
    return localStorage.getItem(key(orgId));
  } catch {
    return null;
  }
}
