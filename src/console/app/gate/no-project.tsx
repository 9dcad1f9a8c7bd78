import { Button, Loader } from '@mantine/core';
import { useMatch } from 'react-router-dom';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { onDemand } from '#console/ui/on-demand.tsx';
import { paths } from '../../modules/paths.ts';
import { signOut } from '../../modules/user/sign-out.ts';
import { LinkButton } from '../../ui/navigation/link.tsx';
import classes from './full-screen.module.css';

const OrgCreatePage = onDemand(
  () => import('../../features/org/org-create-page.tsx'),
  'OrgCreatePage',
);

/**
 * Signed in without a project. The project is polled every two seconds; meanwhile the user can create an
 * organisation or sign out.
 */
export function NoProject() {
  const creating = useMatch(paths.newOrg());
  if (creating) {
    return <OrgCreatePage />;
  }
  return (
    <div className={classes.screen} role="status">
      <Loader size="sm" aria-hidden />
      <h1 className={classes.title}>No project yet</h1>
      <p className={classes.text}>
        You don&apos;t belong to a project yet. This page updates as soon as someone adds you.
      </p>
      <div className={classes.actions}>
        <LinkButton to={paths.newOrg()}>Create organisation</LinkButton>
        <Button variant="default" onClick={() => void attempt(signOut)}>
          Sign out
        </Button>
      </div>
    </div>
  );
}
