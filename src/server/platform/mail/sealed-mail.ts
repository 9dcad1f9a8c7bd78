import { randomUUID } from 'node:crypto';
import type { Sealer } from '#domain/ports.ts';
import type { MailRow } from './mail.repository.ts';
import type { Mail } from './mailer.ts';

const PURPOSE = 'mail';

/** What a message says. It is stored sealed, so that a copy of the database has neither codes nor links. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
  unsubscribeUrl: string | null;
}

/** A message before it is stored. */
export function sealMail(
  sealer: Sealer,
  { kind, to, orgId, subject, text, html, unsubscribeUrl = null }: Mail,
  { status, now }: { status: MailRow['status']; now: Date },
): MailRow {
  return {
    id: randomUUID(),
    recipient: to,
    kind,
    owner: orgId ?? to,
    content: sealContent(sealer, { subject, text, html, unsubscribeUrl }),
    status,
    attempts: 0,
    workerId: null,
    leaseUntil: null,
    dueAt: now,
    createdAt: now,
  };
}

export function sealContent(sealer: Sealer, content: MailContent): string {
  return sealer.seal(PURPOSE, JSON.stringify(content));
}

/** @throws when it was sealed with another secret */
export function openMail<Row extends Pick<MailRow, 'content'>>(
  sealer: Sealer,
  { content, ...row }: Row,
): Omit<Row, 'content'> & MailContent {
  return { ...row, ...(JSON.parse(sealer.open(PURPOSE, content)) as MailContent) };
}
