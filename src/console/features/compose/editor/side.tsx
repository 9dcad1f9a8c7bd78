import { Cost } from '../side/cost.tsx';
import { Sources } from '../side/sources.tsx';
import classes from './side.module.css';

/** What the article was written from and what that cost, beside it. */
export function SidePanel() {
  return (
    <aside className={classes.side} aria-label="Sources and cost">
      <Cost />
      <Sources />
    </aside>
  );
}
