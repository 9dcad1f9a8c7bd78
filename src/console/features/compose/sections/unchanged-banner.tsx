import { IconAlertTriangle } from '@tabler/icons-react';
import { MESSAGES } from '#core/messages.ts';
import { useSavedArticle } from '../editor/article-context.tsx';
import classes from './sections.module.css';

/** Warns that the model's output couldn't be matched to all sections. Those sections are marked. */
export function UnchangedBanner() {
  const { sections } = useSavedArticle();
  if (!sections.some(({ status }) => status === 'unchanged')) return null;
  return (
    <div className={classes.banner} role="alert">
      <IconAlertTriangle aria-hidden />
      <span>{MESSAGES.compose.unchanged}</span>
    </div>
  );
}
