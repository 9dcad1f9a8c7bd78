import { useLocation } from 'react-router-dom';
import { paths } from '../../modules/paths.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LinkButton } from '../../ui/navigation/link.tsx';
import { useDocumentTitle } from '../../ui/page/document-title.ts';
import classes from './errors.module.css';

type NotFoundContentProps = { what?: 'page' | 'project' };

/** In place of a page that is not there. */
export function NotFoundContent({ what = 'page' }: NotFoundContentProps) {
  const { pathname } = useLocation();
  useDocumentTitle('Not found');
  return (
    <main className={classes.center}>
      <EmptyState
        isPage
        icon={<span className="tl-mono">404</span>}
        title={what === 'page' ? 'There is no such page' : 'There is no such project'}
        action={<LinkButton to={paths.home()}>Go to your tasks</LinkButton>}
      >
        {what === 'page' ? (
          <>
            Nothing is at <span className="tl-mono">{pathname}</span>.
          </>
        ) : (
          'It does not exist, was deleted, or you are not a member of it.'
        )}
      </EmptyState>
    </main>
  );
}
