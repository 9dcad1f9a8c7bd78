import type { MantineThemeComponents } from '@mantine/core';
import { SteadyButton } from './steady-button.tsx';
import { motion } from './tokens.ts';

const pop = { transition: 'fade', duration: motion.fast } as const;

/** 8 px grid: controls are 32 px high, or 40 px where they stand alone (sign-in). Text is 14 px in both. */
const controlHeights: Record<string, string> = { xs: '28px', sm: '32px', md: '40px', lg: '48px' };
const buttonPadding: Record<string, string> = { xs: '10px', sm: '12px', md: '16px', lg: '20px' };
const controlText = (size: string) =>
  size === 'xs' ? 'var(--mantine-font-size-sm)' : 'var(--mantine-font-size-md)';

/**
 * Default props of Mantine's components, so that no screen repeats them. Plain objects rather than `X.extend`:
 * a theme that imports a component pulls it into the first chunk.
 */
export const components: MantineThemeComponents = {
  Button: {
    defaultProps: { component: SteadyButton, color: 'ink', size: 'sm' },
    vars: (_theme: unknown, props: { size?: string }) => {
      const size = props.size ?? 'sm';
      const known = controlHeights[size] !== undefined;
      return {
        root: {
          ...(known && {
            '--button-height': controlHeights[size],
            '--button-padding-x': buttonPadding[size],
            '--button-fz': controlText(size),
          }),
          ...(size === 'md' && { '--tl-icon': '18px' }),
        },
      };
    },
  },
  ActionIcon: {
    defaultProps: { component: SteadyButton, variant: 'subtle', color: 'ink', size: 'md' },
  },
  Input: {
    defaultProps: { size: 'sm' },
    vars: (_theme: unknown, props: { size?: string }) => {
      const size = props.size ?? 'sm';
      return {
        wrapper: {
          '--input-height': controlHeights[size] ?? controlHeights.sm,
          '--input-fz': controlText(size),
        },
      };
    },
  },
  InputWrapper: {
    defaultProps: { size: 'sm' },
    vars: () => ({
      label: { '--input-label-size': 'var(--mantine-font-size-md)' },
      description: { '--input-description-size': 'var(--mantine-font-size-sm)' },
      error: { '--input-error-size': 'var(--mantine-font-size-sm)' },
    }),
  },
  Modal: {
    defaultProps: {
      transitionProps: { transition: 'pop', duration: motion.modal },
      overlayProps: { backgroundOpacity: 0.4 },
      radius: 'lg',
      // Higher up on small screens, so that more of the dialog is visible.
      yOffset: 'clamp(4vh, 15vw - 24px, 12vh)',
    },
  },
  Drawer: {
    defaultProps: {
      transitionProps: { duration: motion.modal },
      overlayProps: { backgroundOpacity: 0.4 },
    },
  },
  Menu: {
    defaultProps: {
      transitionProps: pop,
      shadow: 'md',
      position: 'bottom-end',
      offset: 4,
      // The first item takes focus; a focusable empty element would not be a valid child of a menu.
      withInitialFocusPlaceholder: false,
      menuItemTabIndex: 0,
    },
  },
  Popover: { defaultProps: { transitionProps: pop, shadow: 'md', offset: 4 } },
  Switch: { defaultProps: { withThumbIndicator: false } },
  Paper: { defaultProps: { withBorder: true } },
  Skeleton: { defaultProps: { radius: 'sm' } },
  Anchor: { defaultProps: { underline: 'hover' } },
  Loader: { defaultProps: { color: 'gray', size: 'sm' } },
};
