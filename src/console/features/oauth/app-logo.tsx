import type { OAuthApp } from '#generated/model/index.ts';
import classes from './consent.module.css';

/** An app's letters. Pictures of others aren't loaded: they could imitate anybody, and would tell who looks. */
export function AppLogo({ app }: { app: Pick<OAuthApp, 'logo_text'> }) {
  return (
    <span className={classes.logo} aria-hidden>
      {app.logo_text}
    </span>
  );
}
