/** Organisations and projects per request in the switcher and in dialogs, as specified. */
export const ORG_PAGE_LIMIT = 25;
export const PROJECT_PAGE_LIMIT = 100;
