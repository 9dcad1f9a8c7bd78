import type {
  ChatFeedback,
  PublicWidget,
  Visitor,
  VisitorCreate,
  VisitorExchange,
  VisitorMessage,
  VisitorMessageCreate,
  VisitorMessageList,
} from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import type { Events } from '../events.ts';
import type { PageQuery } from '../paging.ts';
import type { Principal, VisitorPrincipal } from '../principal.ts';
import { notFound } from '../problem.ts';
import type { Stores } from '../stores.ts';

/** The visitor that a token belongs to; undefined if it is invalid or has expired, or if the widget is turned off. */
export async function findVisitor(
  _stores: Pick<Stores, 'chat'>,
  _hash: string,
): Promise<VisitorPrincipal | undefined> {
  return undefined;
}

/** Conversations of visitors with a widget. */
export function createVisitorService(
  _domain: Pick<Domain, 'stores' | 'chat' | 'run' | 'runnables' | 'model'>,
) {
  return {
    async widget(_key: string, _origin: string | undefined): Promise<PublicWidget> {
      throw notFound();
    },
    async create(
      _key: string,
      _origin: string | undefined,
      _body: VisitorCreate,
    ): Promise<Visitor> {
      throw notFound();
    },
    async newChat(_key: string, _visitor: Principal): Promise<Visitor> {
      throw notFound();
    },
    async list(_key: string, _visitor: Principal, _query: PageQuery): Promise<VisitorMessageList> {
      throw notFound();
    },
    async send(
      _key: string,
      _visitor: Principal,
      _body: VisitorMessageCreate,
      _ref: string | undefined,
    ): Promise<VisitorExchange> {
      throw notFound();
    },
    async stream(
      _key: string,
      _visitor: Principal,
      _messageId: string,
      _lastEventId: string | undefined,
    ): Promise<Events> {
      throw notFound();
    },
    async cancel(_key: string, _visitor: Principal, _messageId: string): Promise<VisitorMessage> {
      throw notFound();
    },
    async rate(
      _key: string,
      _visitor: Principal,
      _messageId: string,
      _body: ChatFeedback,
    ): Promise<VisitorMessage> {
      throw notFound();
    },
  };
}
