import { LogoMark } from '#console/ui/display/logo.tsx';
import classes from './wordmark.module.css';

/** The product's mark and name. */
export function Wordmark() {
  return (
    <span className={classes.logo}>
      <LogoMark />
      Taskloom
    </span>
  );
}
