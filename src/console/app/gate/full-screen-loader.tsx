import { Loader } from '@mantine/core';
import { LogoMark } from '../../ui/display/logo.tsx';
import classes from './full-screen.module.css';

/** The one spinner of the console: until the project is loaded there is nothing to give a shape to. */
export function FullScreenLoader() {
  return (
    <div className={classes.screen} role="status" aria-label="Loading">
      <LogoMark size={28} />
      <Loader size="sm" aria-hidden />
    </div>
  );
}
