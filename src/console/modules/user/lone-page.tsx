import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { LogoMark } from '#console/ui/display/logo.tsx';
import { useDocumentTitle } from '#console/ui/page/document-title.ts';
import classes from './lone-page.module.css';

type LonePageProps = {
  title: string;
  lead?: ReactNode;
  /** What someone wrote, who sent the link to the page. */
  message?: string;
  children: ReactNode;
};

/** A page to which a link in an email leads: a narrow column, with or without the console's frame around it. */
export function LonePage({ title, lead, message, children }: LonePageProps) {
  useDocumentTitle(title);
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <LogoMark size={28} />
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {lead && <Text c="dimmed">{lead}</Text>}
        {message && <blockquote className={classes.message}>{message}</blockquote>}
        <Stack gap="md">{children}</Stack>
      </div>
    </main>
  );
}
