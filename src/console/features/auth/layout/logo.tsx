import { LogoMark } from '#console/ui/display/logo.tsx';
import classes from './logo.module.css';

/** The product's mark and name. */
export function Logo() {
  return (
    <span className={classes.logo}>
      <LogoMark />
      Taskloom
    </span>
  );
}
