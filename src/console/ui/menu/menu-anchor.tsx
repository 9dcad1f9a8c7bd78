import type { CSSProperties, ReactNode, Ref } from 'react';
import classes from './menu-anchor.module.css';

type MenuAnchorProps = { ref?: Ref<HTMLSpanElement>; className?: string; style?: CSSProperties };

/**
 * Anchors a menu or popover that is loaded only when it opens, by default to its `MenuHost`. It takes none of
 * the ARIA attributes that Mantine gives a target, since the button that opened the menu has its own.
 */
export function MenuAnchor({ ref, className, style }: MenuAnchorProps) {
  // A popover gives its target an empty class.
  return <span ref={ref} className={className || classes.anchor} style={style} />;
}

/** A button with its menu. */
export function MenuHost({ children }: { children: ReactNode }) {
  return <div className={classes.host}>{children}</div>;
}
