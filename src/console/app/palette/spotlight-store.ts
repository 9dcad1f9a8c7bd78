import { createSpotlight } from '@mantine/spotlight';

const [store, actions] = createSpotlight();

/** Spotlight's own state, driven by ours. */
export const paletteStore = { store, ...actions };
