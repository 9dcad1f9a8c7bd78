/** Lists that drop down stand within the page's landmark, where screen readers look for them. */
export const inMain = { portalProps: { target: 'main' } };
