import { paths } from '#console/modules/paths.ts';
import { Link } from '#console/ui/navigation/link.tsx';
import { API_KEY_VARIABLE } from '#core/task/snippets/snippets.ts';
import classes from './key-note.module.css';

/** Says which API key the snippets need. */
export function KeyNote({ projectId }: { projectId: string }) {
  return (
    <>
      <span className="tl-mono">{API_KEY_VARIABLE}</span> holds an API key of this project. Keys are
      shown only once, when created. Manage them under{' '}
      <Link to={paths.apiKeys(projectId)} className={classes.link}>
        API keys
      </Link>
      .
    </>
  );
}
