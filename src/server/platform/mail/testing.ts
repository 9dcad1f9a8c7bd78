import type { Database } from '#server/db/client.ts';
import { mailMessage } from '#server/db/schema/identity.ts';
import type { Secrets } from '../secrets.ts';
import { openMail } from './sealed-mail.ts';

interface Server {
  database: Pick<Database, 'db'>;
  platform: { secrets: Secrets };
}

/** The stored emails, oldest first. */
export async function storedMails({ database, platform }: Server) {
  const rows = await database.db.select().from(mailMessage).orderBy(mailMessage.createdAt);
  return rows.map((row) => openMail(platform.secrets, row));
}
