import type { CSSProperties, ReactNode, Ref } from 'react';
import classes from './menu-anchor.module.css';

type MenuAnchorProps = { ref?: Ref<HTMLSpanElement>; className?: string; style?: CSSProperties };

/**
 * Where a menu or popover hangs that is loaded only when it opens: on the `MenuHost` that it is in, unless styled
 * otherwise. It takes none of the ARIA attributes that Mantine gives a target: the button that opened it has its own.
 */
export function MenuAnchor({ ref, className, style }: MenuAnchorProps) {
  // A popover gives its target an empty class.
  return <span ref={ref} className={className || classes.anchor} style={style} />;
}

/** A button with the menu that it opens. */
export function MenuHost({ children }: { children: ReactNode }) {
  return <div className={classes.host}>{children}</div>;
}
