import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from '#console/ui/navigation/link.tsx';
import { useDocumentTitle } from '#console/ui/page/document-title.ts';
import { MESSAGES } from '#core/messages.ts';
import classes from './auth-layout.module.css';
import { TaskExample } from './task-example.tsx';
import { Wordmark } from './wordmark.tsx';

type AuthLayoutProps = {
  title: string;
  /** One sentence below the title. */
  lead?: ReactNode;
  /** Below the form: links to the other screens. */
  footer?: ReactNode;
  children: ReactNode;
};

/** The layout of the sign-in screens: the form and, on wide screens, an animated example of the product. */
export function AuthLayout({ title, lead, footer, children }: AuthLayoutProps) {
  // Public pages carry the product's title, as specified.
  useDocumentTitle(MESSAGES.app.title);
  return (
    <div className={classes.layout}>
      <main className={classes.side}>
        <Link to="/" className={classes.brand} aria-label="Taskloom home page">
          <Wordmark />
        </Link>
        <div className={classes.form}>
          <header className={classes.head}>
            <Title order={1} className={classes.title}>
              {title}
            </Title>
            {lead && (
              <Text c="dimmed" component="div">
                {lead}
              </Text>
            )}
          </header>
          {children}
          {footer && <footer className={classes.footer}>{footer}</footer>}
        </div>
      </main>
      <aside className={classes.example} aria-hidden>
        <TaskExample />
      </aside>
    </div>
  );
}
