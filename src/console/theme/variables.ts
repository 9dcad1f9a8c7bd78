import type { CSSVariablesResolver } from '@mantine/core';
import { type Hue, hues, sizes } from './tokens.ts';

const c = (name: string, shade: number) => `var(--mantine-color-${name}-${shade})`;
const mix = (name: string, shade: number, percent: number) =>
  `color-mix(in srgb, ${c(name, shade)} ${percent}%, transparent)`;

/** A hue as a soft background with text on it; every pair has a contrast of at least 4.5:1. */
function softHue(name: Exclude<Hue, 'gray'>) {
  return {
    light: {
      [`--mantine-color-${name}-light`]: c(name, 1),
      [`--mantine-color-${name}-light-hover`]: c(name, 2),
      [`--mantine-color-${name}-light-color`]: c(name, 7),
      [`--mantine-color-${name}-text`]: c(name, 6),
    },
    dark: {
      [`--mantine-color-${name}-light`]: mix(name, 5, 18),
      [`--mantine-color-${name}-light-hover`]: mix(name, 5, 26),
      [`--mantine-color-${name}-light-color`]: c(name, 3),
      [`--mantine-color-${name}-text`]: c(name, 3),
    },
  };
}

const soft = hues.filter((hue) => hue !== 'gray').map(softHue);
const softLight = Object.assign({}, ...soft.map((hue) => hue.light)) as Record<string, string>;
const softDark = Object.assign({}, ...soft.map((hue) => hue.dark)) as Record<string, string>;

/** Assigns the palette to roles, per colour scheme. `--tl-…` are ours, the rest are Mantine's. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--tl-row': `${sizes.row}px`,
    '--tl-form-width': `${sizes.formWidth}px`,
    '--tl-hairline': '1px solid var(--tl-border)',
  },
  light: {
    ...softLight,
    '--mantine-color-gray-light': c('gray', 1),
    '--mantine-color-gray-light-hover': c('gray', 2),
    '--mantine-color-gray-light-color': c('gray', 7),
    '--mantine-color-gray-text': c('gray', 6),
    '--mantine-color-dimmed': c('gray', 6),
    '--mantine-color-placeholder': c('gray', 6),
    '--mantine-color-default-border': c('gray', 3),
    '--mantine-color-disabled-color': c('gray', 6),
    '--mantine-color-error': c('red', 6),
    '--mantine-color-success': c('green', 6),
    '--mantine-color-anchor': c('iris', 6),
    '--tl-surface': 'var(--mantine-color-white)',
    '--tl-surface-muted': c('gray', 0),
    '--tl-floating': 'var(--mantine-color-white)',
    '--tl-hover': c('gray', 1),
    '--tl-selected': c('iris', 0),
    '--tl-border': c('gray', 2),
    '--tl-border-strong': c('gray', 4),
    '--tl-primary': c('gray', 9),
    '--tl-primary-hover': c('gray', 8),
    '--tl-on-primary': 'var(--mantine-color-white)',
    '--tl-focus': c('iris', 6),
    '--tl-accent': c('iris', 6),
    '--tl-shadow': '0 0 0 1px rgb(0 0 0 / 0.04), 0 8px 24px rgb(0 0 0 / 0.12)',
  },
  dark: {
    ...softDark,
    '--mantine-color-gray-light': c('dark', 5),
    '--mantine-color-gray-light-hover': c('dark', 4),
    '--mantine-color-gray-light-color': c('dark', 1),
    '--mantine-color-gray-text': c('dark', 2),
    '--mantine-color-dimmed': c('dark', 2),
    '--mantine-color-placeholder': c('dark', 3),
    '--mantine-color-default': c('dark', 6),
    '--mantine-color-default-hover': c('dark', 5),
    '--mantine-color-default-color': c('dark', 0),
    '--mantine-color-default-border': c('dark', 4),
    '--mantine-color-disabled-color': c('dark', 3),
    '--mantine-color-error': c('red', 4),
    '--mantine-color-success': c('green', 4),
    '--mantine-color-anchor': c('iris', 4),
    '--tl-surface': c('dark', 7),
    '--tl-surface-muted': c('dark', 8),
    '--tl-floating': c('dark', 6),
    '--tl-hover': c('dark', 6),
    '--tl-selected': mix('iris', 5, 16),
    '--tl-border': c('dark', 5),
    '--tl-border-strong': c('dark', 4),
    '--tl-primary': c('dark', 0),
    '--tl-primary-hover': 'var(--mantine-color-white)',
    '--tl-on-primary': c('dark', 8),
    '--tl-focus': c('iris', 4),
    '--tl-accent': c('iris', 4),
    '--tl-shadow': '0 0 0 1px rgb(255 255 255 / 0.06), 0 8px 24px rgb(0 0 0 / 0.5)',
  },
});
