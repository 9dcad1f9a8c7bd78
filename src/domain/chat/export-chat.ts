import type { Domain } from '../domain.ts';
import type { FileBody } from '../events.ts';
import { notFound } from '../problem.ts';

/** A chat as a file: one branch, oldest message first. */
export async function exportChat(
  _domain: Pick<Domain, 'stores'>,
  _chatId: string,
  _options: { format: 'md' | 'json'; leafId?: string | undefined },
): Promise<FileBody> {
  throw notFound();
}
