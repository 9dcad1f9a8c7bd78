import type { ChatClientMessage, ChatMessage } from '#generated/model/index.ts';
import { accessTo, authorise, requireChat } from '../../authorise.ts';
import { operations, type PermissionRule } from '../../call.ts';
import { type Access, type Principal, personId, principalId } from '../../principal.ts';
import { invalidField, mustFind, notFound, ProblemError } from '../../problem.ts';
import { requireRoom } from '../../require-room.ts';
import type { SocketPeer } from '../../socket.ts';
import { findChat } from '../chat.service.ts';
import type { ChatMessageRow } from '../chat.tables.ts';
import { chatDenied, chatNotFound } from '../chat-refusals.ts';
import { messageViews } from '../message-views.ts';
import type { Hub } from './hub.ts';
import { MISSED_CHARACTERS_MAX, MISSED_MAX, SOCKETS_PER_PERSON } from './limits.ts';
import type { Room } from './room.ts';

type Of<Type> = Extract<ChatClientMessage, { type: Type }>;

const VIEW = { level: 'chat', name: 'view' } as const satisfies PermissionRule;
const PAGE = 50;

/** Who a connection belongs to, and where. */
export interface Identity {
  principal: Exclude<Principal, { type: 'visitor' }>;
  orgId: string;
  projectId: string;
  token: string | undefined;
}

/**
 * Authenticates a client, which may renew its token.
 * @throws ProblemError 400, 401, 404
 */
export async function identify(
  { domain }: Hub,
  peer: Pick<SocketPeer, 'authenticate'>,
  { token, org_id: orgId, project_id: projectId }: Of<'hello'>,
  before: Identity | undefined,
): Promise<Identity> {
  const principal = await peer.authenticate(token);
  if (principal.type === 'visitor') throw notFound();
  await accessTo(domain.standing, VIEW, { orgId, projectId }, principal);
  const isSame =
    !before ||
    (principalId(before.principal) === principalId(principal) && before.projectId === projectId);
  if (!isSame)
    throw invalidField('/project_id', 'A connection belongs to one user and one project');
  return { principal, orgId, projectId, token };
}

/**
 * Counts a connection. Returns what to call when it closes.
 * @throws ProblemError 429, 503
 */
export function takeSeats({ people, orgs }: Hub, { principal, orgId }: Identity): () => void {
  const person = personId(principal);
  if (people.heldBy(person) >= SOCKETS_PER_PERSON)
    throw new ProblemError(
      'rate_limited',
      `You have ${SOCKETS_PER_PERSON} chat connections open. Close some tabs, then try again.`,
    );
  requireRoom(orgs, orgId, 'chat connections');
  const seats = [people.seat(person), orgs.seat(orgId)];
  for (const seat of seats) seat.insist();
  return () => {
    for (const seat of seats) seat.release();
  };
}

/** @throws ProblemError 404 when they can't see the project any more */
export async function requirePlace({ domain }: Hub, identity: Identity): Promise<void> {
  const { principal, orgId, projectId } = identity;
  await accessTo(domain.standing, VIEW, { orgId, projectId }, principal);
}

/** @throws ProblemError 403, 404 */
export function requireView(hub: Hub, identity: Identity, chatId: string): Promise<void> {
  return allow(hub, identity, chatId, VIEW);
}

async function allow(
  { domain }: Hub,
  { principal, orgId, projectId }: Identity,
  chatId: string,
  permission: PermissionRule,
): Promise<void> {
  const params = { orgId, projectId, chatId };
  await authorise(domain.standing, { permission }, params, principal, () => undefined);
}

/** The caller's roles if they may still view a chat that they have open, or why not. */
export async function checkAccess(
  { domain }: Hub,
  { principal, orgId, projectId }: Identity,
  { row }: Room,
): Promise<Access | ProblemError> {
  if (!row) return chatNotFound();
  try {
    const place = { orgId, projectId, chatId: row.id };
    const access = await accessTo(domain.standing, VIEW, place, principal);
    requireChat(row, { projectId, principal, access });
    return access;
  } catch (error) {
    // They know that the chat exists, so this says what has changed.
    if (error instanceof ProblemError) return chatDenied();
    throw error;
  }
}

/**
 * What a client has missed since it had the chat.
 * @throws ProblemError 400 when that is too much to be sent
 */
export async function missedSince(
  { domain: { stores } }: Hub,
  chatId: string,
  after: number | undefined,
): Promise<{ change: number; messages: ChatMessage[] }> {
  const { change } = await findChat(stores, chatId);
  if (after === undefined || after === change) return { change, messages: [] };
  if (after > change) throw invalidField('/after', 'The chat has not changed that often');
  const missed: ChatMessageRow[] = [];
  let characters = 0;
  for (let last = after; ; ) {
    const rows = await stores.chat.messages.list({
      where: { chat_id: chatId, change: { gt: last } },
      order: ['change'],
      limit: PAGE,
    });
    missed.push(...rows);
    for (const { text } of rows) characters += text.length;
    if (missed.length > MISSED_MAX || characters > MISSED_CHARACTERS_MAX)
      throw invalidField('/after', 'Too much has changed since. Load the messages again.');
    if (rows.length < PAGE) break;
    last = rows.at(-1)?.change ?? last;
  }
  return { change, messages: await messageViews(stores, missed) };
}

/** @returns the id of the message */
export async function sendMessage(
  hub: Hub,
  identity: Identity,
  { ref, chat_id, message }: Of<'send'>,
): Promise<string> {
  await allow(hub, identity, chat_id, operations.sendChatMessage.permission);
  const { principal } = identity;
  const sent = await hub.messages.send(chat_id, message, { principal, ref });
  return sent.message.id;
}

/** @returns the id of the answer */
export async function stopAnswer(
  hub: Hub,
  identity: Identity,
  { chat_id, message_id }: Of<'stop'>,
): Promise<string> {
  await allow(hub, identity, chat_id, operations.cancelChatAnswer.permission);
  const { messages } = hub.domain.stores.chat;
  await hub.messages.cancel(await mustFind(messages.find({ id: message_id, chat_id })));
  return message_id;
}
