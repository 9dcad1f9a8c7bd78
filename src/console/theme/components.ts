import {
  ActionIcon,
  Anchor,
  Badge,
  Button,
  Drawer,
  Input,
  Loader,
  Menu,
  Modal,
  Paper,
  Popover,
  Skeleton,
  Tabs,
  Tooltip,
} from '@mantine/core';
import { motion } from './tokens.ts';

const pop = { transition: 'fade', duration: motion.fast } as const;

/** 8 px grid: controls are 32 px high, 40 px where they stand alone (sign-in). Text is 14 px in both. */
const controlHeights: Record<string, string> = { xs: '28px', sm: '32px', md: '40px', lg: '48px' };
const buttonPadding: Record<string, string> = { xs: '10px', sm: '12px', md: '16px', lg: '20px' };
const controlText = (size: string) =>
  size === 'xs' ? 'var(--mantine-font-size-sm)' : 'var(--mantine-font-size-md)';

/** Defaults of Mantine's components, so that no screen repeats them. */
export const components = {
  Button: Button.extend({
    defaultProps: { color: 'ink', size: 'sm' },
    vars: (_theme, props) => {
      const size = props.size ?? 'sm';
      const known = controlHeights[size] !== undefined;
      return {
        root: {
          ...(known && {
            '--button-height': controlHeights[size],
            '--button-padding-x': buttonPadding[size],
            '--button-fz': controlText(size),
          }),
        },
      };
    },
  }),
  ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'ink', size: 'md' } }),
  Input: Input.extend({
    defaultProps: { size: 'sm' },
    vars: (_theme, props) => {
      const size = props.size ?? 'sm';
      return {
        wrapper: {
          '--input-height': controlHeights[size] ?? controlHeights.sm,
          '--input-fz': controlText(size),
        },
      };
    },
  }),
  InputWrapper: Input.Wrapper.extend({ defaultProps: { size: 'sm' } }),
  Modal: Modal.extend({
    defaultProps: {
      transitionProps: { transition: 'pop', duration: motion.modal },
      overlayProps: { backgroundOpacity: 0.4 },
      radius: 'lg',
      yOffset: '12vh',
    },
  }),
  Drawer: Drawer.extend({
    defaultProps: {
      transitionProps: { duration: motion.modal },
      overlayProps: { backgroundOpacity: 0.4 },
    },
  }),
  Menu: Menu.extend({
    defaultProps: { transitionProps: pop, shadow: 'md', position: 'bottom-end', offset: 4 },
  }),
  Popover: Popover.extend({ defaultProps: { transitionProps: pop, shadow: 'md', offset: 4 } }),
  Tooltip: Tooltip.extend({
    defaultProps: {
      transitionProps: pop,
      openDelay: 250,
      multiline: true,
      maw: 320,
      events: { hover: true, focus: true, touch: true },
    },
  }),
  Badge: Badge.extend({ defaultProps: { variant: 'light', radius: 'sm', color: 'gray' } }),
  Paper: Paper.extend({ defaultProps: { withBorder: true } }),
  Skeleton: Skeleton.extend({ defaultProps: { radius: 'sm' } }),
  Tabs: Tabs.extend({ defaultProps: { keepMounted: false } }),
  Anchor: Anchor.extend({ defaultProps: { underline: 'hover' } }),
  Loader: Loader.extend({ defaultProps: { color: 'gray', size: 'sm' } }),
};
