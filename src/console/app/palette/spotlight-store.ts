import { createSpotlight } from '@mantine/spotlight';

const [store, actions] = createSpotlight();

/** Spotlight's store, driven by ours. */
export const paletteStore = { store, ...actions };
