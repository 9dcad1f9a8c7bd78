import type { DocumentWarning } from '#generated/model/index.ts';
import classes from './document.module.css';

/** What was lost when the text was extracted. */
export function Warnings({ warnings }: { warnings: readonly DocumentWarning[] }) {
  return warnings.map(({ message }) => (
    <p key={message} className={classes.warning} role="note">
      {message}
    </p>
  ));
}
