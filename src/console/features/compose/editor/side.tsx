import { Cost } from '../side/cost.tsx';
import { Sources } from '../side/sources.tsx';
import classes from './side.module.css';

/** Sources and cost, beside the article. */
export function SidePanel() {
  return (
    <aside className={classes.side} aria-label="Sources and cost">
      <Cost />
      <Sources />
    </aside>
  );
}
