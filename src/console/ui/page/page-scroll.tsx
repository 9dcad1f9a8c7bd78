import type { ReactNode, Ref } from 'react';
import classes from './page-scroll.module.css';

/** The scrolling part of a page, below a fixed bar. */
export function PageScroll({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div ref={ref} className={classes.scroll}>
      {children}
    </div>
  );
}
