import { Loader } from '@mantine/core';
import { LogoMark } from '../../ui/display/logo.tsx';
import classes from './full-screen.module.css';

/** The only spinner in the console. Until the project is loaded, nothing is known that a skeleton could show. */
export function FullScreenLoader() {
  return (
    <div className={classes.screen} role="status" aria-label="Loading">
      <LogoMark size={28} />
      <Loader size="sm" aria-hidden />
    </div>
  );
}
