import type {
  ChatLinkCreate,
  ChatLinkCreated,
  ChatLinkList,
  SharedChat,
  SharedChatMessageList,
} from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import type { PageQuery } from '../paging.ts';
import type { Principal } from '../principal.ts';
import { notFound } from '../problem.ts';

/** Public links to chats, and what their readers see. */
export function createChatLinkService(_domain: Pick<Domain, 'stores' | 'chat'>) {
  return {
    async list(_chatId: string): Promise<ChatLinkList> {
      throw notFound();
    },
    async create(_chatId: string, _body: ChatLinkCreate, _by: Principal): Promise<ChatLinkCreated> {
      throw notFound();
    },
    async revoke(_chatId: string, _id: string): Promise<void> {
      throw notFound();
    },
    async shared(_token: string): Promise<SharedChat> {
      throw notFound();
    },
    async sharedMessages(_token: string, _query: PageQuery): Promise<SharedChatMessageList> {
      throw notFound();
    },
  };
}
