/** Renders dropdowns inside the main landmark, where screen readers find them. */
export const inMain = { portalProps: { target: 'main' } };
