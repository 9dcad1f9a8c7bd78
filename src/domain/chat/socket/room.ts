import type { ChatMessage, ChatPerson } from '#generated/model/index.ts';
import type { Domain } from '../../domain.ts';
import type { AnswerService } from '../answer/answer.service.ts';
import { type AnswerView, viewAnswer } from '../answer/answer-view.ts';
import type { ChatNews } from '../chat.port.ts';
import type { ChatMessageRow, ChatRow } from '../chat.tables.ts';
import { messageViews } from '../message-views.ts';
import { ACCESS_MS, PRESENCE_MS } from './limits.ts';
import { Presence } from './presence.ts';

/** Text is passed on at once, and then at most this often: nobody reads faster, and a hundred people may follow. */
const TEXT_MS = 20;
const PRESENCE_TOLD_MS = 100;
const PAGE = 100;
/** Answers of a chat in progress at once: one per branch. */
const ANSWERS_MAX = 50;

/** Someone who follows a chat on this node. */
export interface RoomMember {
  readonly person: { id: string; name: string };
  onMessage(message: ChatMessage): void;
  /** The chat itself has changed, or is gone. */
  onChat(): void;
  /** An answer has more text or steps. */
  onAnswer(): void;
  onPresence(): void;
}

export interface RoomDeps {
  domain: Pick<Domain, 'stores' | 'chat'>;
  answers: AnswerService;
  /** The name of this node. */
  node: string;
  chatId: string;
  onEmpty(): void;
}

/**
 * A chat that someone on this node follows. However many they are, news is read once, and an answer is followed once.
 */
export class Room {
  readonly chatId: string;
  /** As of the last news of it; undefined once it is deleted. */
  row: ChatRow | undefined;
  /** Who on this node has pinned it. */
  pinnedBy: ReadonlySet<string> = new Set();
  /** The answers in progress, by message. */
  readonly answers = new Map<string, AnswerView>();
  readonly #deps: RoomDeps;
  /** And whether they count as present. */
  readonly #members = new Map<RoomMember, boolean>();
  readonly #presence: Presence;
  readonly #unfollow: () => void;
  readonly #unfollowAnswers = new Map<string, () => void>();
  readonly #staleMessages = new Set<string>();
  #isChatStale = true;
  /** Everything up to this change has been passed on. */
  #change = 0;
  #reading: Promise<void>;
  #isReadDue = false;
  #textToldAt = Number.NEGATIVE_INFINITY;
  #textTimer: ReturnType<typeof setTimeout> | undefined;
  #presenceTimer: ReturnType<typeof setTimeout> | undefined;
  #refreshedAt = performance.now();
  #announcedAt = performance.now();

  constructor(deps: RoomDeps) {
    this.#deps = deps;
    this.chatId = deps.chatId;
    this.#presence = new Presence(deps.node);
    this.#unfollow = deps.domain.chat.follow(deps.chatId, (news) => this.#hear(news));
    this.#reading = this.#begin();
  }

  /** Follows the chat. Resolves when everything that happened before is in the tables, or has been passed on. */
  async join(member: RoomMember): Promise<void> {
    const isFirst = this.#members.size === 0;
    this.#members.set(member, false);
    await this.#reading;
    // They may have left in the meantime.
    if (this.#members.get(member) !== false) return;
    this.#members.set(member, true);
    const presence = this.#presence.enter(member.person);
    if (presence) this.#tell({ presence, ...(isFirst && { roll_call: true }) });
    await this.#readPins();
  }

  leave(member: RoomMember): void {
    const isPresent = this.#members.get(member);
    if (!this.#members.delete(member)) return;
    const presence = isPresent ? this.#presence.leave(member.person.id) : undefined;
    if (presence) this.#tell({ presence });
    if (this.#members.size === 0) this.#close();
  }

  people(): ChatPerson[] {
    return this.#presence.people(performance.now());
  }

  setTyping({ person }: RoomMember, isTyping: boolean): void {
    const presence = this.#presence.setTyping(person.id, isTyping, performance.now());
    if (presence) this.#tell({ presence });
  }

  /** Called every second. */
  tick(now: number): void {
    if (this.#presence.expire(now)) this.#presenceChanged();
    if (now - this.#announcedAt >= PRESENCE_MS) this.#announce(now);
    if (now - this.#refreshedAt < ACCESS_MS) return;
    // News may be lost on the way from another node.
    this.#refreshedAt = now;
    this.#isChatStale = true;
    this.#readSoon();
  }

  #close(): void {
    this.#unfollow();
    for (const unfollow of this.#unfollowAnswers.values()) unfollow();
    this.#unfollowAnswers.clear();
    clearTimeout(this.#textTimer);
    clearTimeout(this.#presenceTimer);
    this.#deps.onEmpty();
  }

  #hear({ message_id, presence, roll_call }: ChatNews): void {
    const now = performance.now();
    if (roll_call && !presence?.connection.startsWith(this.#deps.node)) this.#announce(now);
    if (presence) {
      if (this.#presence.hear(presence, now)) this.#presenceChanged();
      return;
    }
    if (roll_call) return;
    if (message_id === undefined) this.#isChatStale = true;
    else this.#staleMessages.add(message_id);
    this.#readSoon();
  }

  #announce(now: number): void {
    this.#announcedAt = now;
    for (const presence of this.#presence.all(now)) this.#publish({ presence });
  }

  /** Tells people here and elsewhere. */
  #tell(news: Omit<ChatNews, 'chat_id'>): void {
    this.#presenceChanged();
    this.#publish(news);
  }

  #publish(news: Omit<ChatNews, 'chat_id'>): void {
    this.#deps.domain.chat.publish({ chat_id: this.chatId, ...news });
  }

  #presenceChanged(): void {
    this.#presenceTimer ??= setTimeout(() => {
      this.#presenceTimer = undefined;
      for (const member of [...this.#members.keys()]) member.onPresence();
    }, PRESENCE_TOLD_MS);
  }

  async #begin(): Promise<void> {
    const { stores } = this.#deps.domain;
    this.row = await stores.chat.chats.find({ id: this.chatId, deleted_at: null });
    this.#isChatStale = false;
    this.#change = this.row?.change ?? 0;
    const unfinished = await stores.chat.messages.list({
      where: { chat_id: this.chatId, status: { in: ['queued', 'running'] } },
      order: ['id'],
      limit: ANSWERS_MAX,
    });
    for (const row of unfinished) await this.#followAnswer(row);
  }

  #readSoon(): void {
    if (this.#isReadDue) return;
    this.#isReadDue = true;
    this.#reading = this.#reading
      .then(() => {
        this.#isReadDue = false;
        return this.#read();
      })
      .catch(this.#deps.domain.chat.report);
  }

  async #read(): Promise<void> {
    if (this.#isChatStale) await this.#readChat();
    const ids = new Set(this.#staleMessages);
    this.#staleMessages.clear();
    for (;;) {
      const rows = await this.#deps.domain.stores.chat.messages.list({
        where: { chat_id: this.chatId, change: { gt: this.#change } },
        order: ['change'],
        limit: PAGE,
      });
      for (const { id } of rows) ids.delete(id);
      await this.#pass(rows);
      this.#change = rows.at(-1)?.change ?? this.#change;
      if (rows.length < PAGE) break;
    }
    // What changed without being counted, such as the beginning of an answer.
    if (ids.size === 0) return;
    const where = { chat_id: this.chatId, id: { in: [...ids] } };
    const { messages } = this.#deps.domain.stores.chat;
    await this.#pass(await messages.list({ where, order: ['id'], limit: PAGE }));
  }

  async #readChat(): Promise<void> {
    this.#isChatStale = false;
    const before = this.row;
    const where = { id: this.chatId, deleted_at: null };
    this.row = await this.#deps.domain.stores.chat.chats.find(where);
    await this.#readPins();
    if (before?.version === this.row?.version && before?.change === this.row?.change) return;
    for (const member of [...this.#members.keys()]) member.onChat();
  }

  async #readPins(): Promise<void> {
    const ids = [...new Set([...this.#members.keys()].map(({ person }) => person.id))];
    const pins = await this.#deps.domain.stores.chat.pins.list({
      where: { chat_id: this.chatId, user_id: { in: ids } },
      order: ['user_id'],
    });
    this.pinnedBy = new Set(pins.map(({ user_id }) => user_id));
  }

  async #pass(rows: readonly ChatMessageRow[]): Promise<void> {
    for (const view of await messageViews(this.#deps.domain.stores, rows)) {
      if (view.ended_at !== null) this.#unfollowAnswer(view.id);
      for (const member of [...this.#members.keys()]) member.onMessage(view);
    }
    // Not before: a client that doesn't know an answer yet can't take its text.
    for (const row of rows) if (row.ended_at === null) await this.#followAnswer(row);
  }

  async #followAnswer(row: ChatMessageRow): Promise<void> {
    const { domain, answers } = this.#deps;
    if (!this.row || this.answers.has(row.id) || this.answers.size >= ANSWERS_MAX) return;
    const view = await viewAnswer(domain, answers, this.row, row);
    if (view.isEnded || this.#members.size === 0) return;
    this.answers.set(row.id, view);
    this.#unfollowAnswers.set(
      row.id,
      view.follow(() => this.#answerChanged(view, row)),
    );
    this.#answerChanged(view, row);
  }

  #unfollowAnswer(id: string): void {
    this.#unfollowAnswers.get(id)?.();
    this.#unfollowAnswers.delete(id);
    this.answers.delete(id);
  }

  #answerChanged(view: AnswerView, { id, change }: ChatMessageRow): void {
    if (view.isEnded) {
      if (this.answers.get(id) === view) this.#unfollowAnswer(id);
      // News of its end is on its way, unless it could not be started and was removed.
      if (view.message.change !== change) return;
      for (const member of [...this.#members.keys()]) member.onMessage(view.message);
      return;
    }
    if (this.#textTimer !== undefined) return;
    const now = performance.now();
    const wait = this.#textToldAt + TEXT_MS - now;
    if (wait <= 0) this.#tellText(now);
    else this.#textTimer = setTimeout(() => this.#tellText(performance.now()), wait);
  }

  #tellText(now: number): void {
    this.#textTimer = undefined;
    this.#textToldAt = now;
    for (const member of [...this.#members.keys()]) member.onAnswer();
  }
}
