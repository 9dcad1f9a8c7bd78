import type { ReactNode } from 'react';

/** The width of a menu that opens at a point (px). */
export const MENU_WIDTH = 244;

/** An item of a menu. */
export type MenuAction = {
  label: string;
  icon?: ReactNode;
  onClick: () => void;
  /** Destructive: red, below a divider. */
  danger?: boolean;
  /** Starts another group: has a divider above it. */
  divided?: boolean;
  /** Why it is disabled; null or absent when it is enabled. */
  disabled?: string | null;
};
