import type { ChatAttachment } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import type { Principal } from '../principal.ts';
import { notFound } from '../problem.ts';

/** Files that are sent with messages. */
export function createAttachmentService(_domain: Pick<Domain, 'stores' | 'chat' | 'files'>) {
  return {
    async upload(_chatId: string, _file: Blob, _by: Principal): Promise<ChatAttachment> {
      throw notFound();
    },
    async get(_chatId: string, _id: string): Promise<ChatAttachment> {
      throw notFound();
    },
    async delete(_chatId: string, _id: string): Promise<void> {
      throw notFound();
    },
  };
}
