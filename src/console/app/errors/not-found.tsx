import { useLocation } from 'react-router-dom';
import { paths } from '../../modules/paths.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LinkButton } from '../../ui/navigation/link.tsx';
import { useDocumentTitle } from '../../ui/page/document-title.ts';
import classes from './errors.module.css';

/** Shown in place of a page or project that does not exist. */
export function NotFound({ what = 'page' }: { what?: 'page' | 'project' }) {
  const { pathname } = useLocation();
  useDocumentTitle('Not found');
  return (
    <main className={classes.center}>
      <EmptyState
        isPage
        icon={<span className="tl-mono">404</span>}
        title={what === 'page' ? 'Page not found' : 'Project not found'}
        action={<LinkButton to={paths.home()}>Go to your tasks</LinkButton>}
      >
        {what === 'page' ? (
          <>
            There&apos;s nothing at <span className="tl-mono">{pathname}</span>.
          </>
        ) : (
          "It doesn't exist, it was deleted, or you aren't a member."
        )}
      </EmptyState>
    </main>
  );
}
