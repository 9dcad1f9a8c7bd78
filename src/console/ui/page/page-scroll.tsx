import type { ReactNode, Ref } from 'react';
import classes from './page-scroll.module.css';

/** The part of a page that scrolls, below a bar that stays. */
export function PageScroll({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div ref={ref} className={classes.scroll}>
      {children}
    </div>
  );
}
