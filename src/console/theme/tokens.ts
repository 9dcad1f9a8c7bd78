import type { MantineColorsTuple } from '@mantine/core';

/**
 * Every colour of the console, and nothing else. Components use a role (`--tl-…`, `--mantine-…`), never a
 * value; the roles are assigned per scheme in `variables.ts`.
 */
export const palette = {
  gray: [
    '#fafafa',
    '#f4f4f5',
    '#ebebed',
    '#dfdfe2',
    '#cdcdd1',
    '#94949c',
    '#696971',
    '#4f4f57',
    '#2f2f35',
    '#18181b',
  ],
  dark: [
    '#ededef',
    '#cbcbd0',
    '#a3a3ab',
    '#85858e',
    '#36363c',
    '#28282d',
    '#1b1b1f',
    '#111113',
    '#0c0c0e',
    '#08080a',
  ],
  iris: [
    '#f3f3ff',
    '#e8e8ff',
    '#d3d4ff',
    '#b4b5fc',
    '#9c9bf7',
    '#7b79ec',
    '#5b5bd6',
    '#4f4fc4',
    '#4343a8',
    '#2a2b66',
  ],
  green: [
    '#eefbf3',
    '#daf4e4',
    '#b6e8cc',
    '#86d5aa',
    '#4fbd83',
    '#30a46c',
    '#1f7f54',
    '#196847',
    '#145439',
    '#0e3b29',
  ],
  amber: [
    '#fff8e8',
    '#ffeec8',
    '#ffdf9a',
    '#f6c563',
    '#eaa92f',
    '#d18a06',
    '#9c5c00',
    '#834d00',
    '#683d00',
    '#472a00',
  ],
  red: [
    '#fff2f2',
    '#ffe3e4',
    '#fdc9cb',
    '#f8a1a5',
    '#f0787e',
    '#e5484d',
    '#c9292f',
    '#ad2028',
    '#8c1b22',
    '#611824',
  ],
} as const satisfies Record<string, MantineColorsTuple>;

export const white = '#ffffff';
export const black = palette.gray[9];

/** The hues of badges, alerts and chips: neutral, accent, and the three status colours. */
export const hues = ['gray', 'iris', 'green', 'amber', 'red'] as const;
export type Hue = (typeof hues)[number];

/** Widths and heights that several components share, in px. */
export const sizes = {
  navbar: 232,
  navbarCollapsed: 56,
  row: 40,
  formWidth: 640,
  toastWidth: 448,
} as const;

/** Animation durations in ms: at most 150, except for modals. */
export const motion = { fast: 120, modal: 200 } as const;
