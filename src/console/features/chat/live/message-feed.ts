import { isApiError } from '#console/api/api-error.ts';
import { listChatMessages } from '#generated/api/chat/chat.ts';
import type {
  ChatMessage,
  ChatMessageList,
  ChatProgress,
  ListChatMessagesParams,
} from '#generated/model/index.ts';
import { branchTo, type MessageMap, newest, newestBelow, withMessages } from './message-tree.ts';

const PAGE = 50;
/** How long (ms) until an answer with missing parts may be read again. */
const READ_AGAIN_MS = 1000;
/** Pages that are requested in a row while they contain only other branches. */
const PAGES_AT_ONCE = 10;

/** A message of one's own that the server doesn't have yet. */
export interface PendingMessage {
  ref: string;
  parentId: string | null;
  text: string;
  inputs: Record<string, unknown> | null;
  attachmentNames: readonly string[];
}

export interface FeedState {
  phase: 'loading' | 'ready' | 'failed';
  error: unknown;
  /** The branch that is shown, oldest first. */
  branch: readonly ChatMessage[];
  /** Shown after the branch until the server has it. */
  pending: PendingMessage | null;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  /** The next older page failed to load. */
  isOlderFailed: boolean;
  /** Messages after those shown aren't loaded, because one jumped to an old one. */
  hasNewer: boolean;
}

export interface ChatPlace {
  orgId: string;
  projectId: string;
  chatId: string;
}

type ListMessages = (params: ListChatMessagesParams) => Promise<ChatMessageList>;

const EMPTY: FeedState = {
  phase: 'loading',
  error: null,
  branch: [],
  pending: null,
  hasOlder: false,
  isLoadingOlder: false,
  isOlderFailed: false,
  hasNewer: false,
};

/** The messages of an open chat: pages of stored ones, and what arrives live. */
export class MessageFeed {
  #messages: MessageMap = new Map();
  #leafId: string | null = null;
  #change = 0;
  #cursor: string | null = null;
  #state: FeedState = EMPTY;
  #isNotifying = false;
  /** Increases with each jump: responses of before are ignored. */
  #generation = 0;
  readonly #listeners = new Set<() => void>();
  readonly #readAgainIds = new Set<string>();
  readonly #list: ListMessages;

  constructor({ orgId, projectId, chatId }: ChatPlace, list?: ListMessages) {
    this.#list = list ?? ((params) => listChatMessages(orgId, projectId, chatId, params));
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getState = (): FeedState => this.#state;

  /** Loads the newest page, or the one around a message. */
  async open(around?: string | null): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    this.#set({ ...EMPTY, pending: this.#state.pending });
    try {
      const params = { page_limit: PAGE, ...(around && { around }) };
      const page = await this.#list(params);
      if (generation !== this.#generation) return;
      this.#messages = withMessages(new Map(), page.results);
      this.#change = highestChange(page.results);
      this.#cursor = page.pagination.has_next ? page.pagination.next_cursor : null;
      this.#leafId =
        around && this.#messages.has(around)
          ? newestBelow(this.#messages, around)
          : newest(this.#messages);
      this.#update({ phase: 'ready', hasNewer: Boolean(around) });
      if (around) await this.loadNewer();
    } catch (error) {
      if (generation !== this.#generation) return;
      // The link is old: the message it names was in a branch that is gone.
      if (around && isApiError(error, 404)) return this.open();
      this.#update({ phase: 'failed', error });
    }
  }

  /** Loads what is before the oldest message shown. */
  loadOlder = async (): Promise<void> => {
    if (!this.#state.hasOlder || this.#state.isLoadingOlder) return;
    const generation = this.#generation;
    const before = this.#state.branch.length;
    this.#update({ isLoadingOlder: true, isOlderFailed: false });
    try {
      for (let n = 0; n < PAGES_AT_ONCE && this.#cursor !== null; n += 1) {
        const page = await this.#list({ page_limit: PAGE, cursor: this.#cursor });
        if (generation !== this.#generation) return;
        this.#cursor = page.pagination.has_next ? page.pagination.next_cursor : null;
        this.#messages = withMessages(this.#messages, page.results);
        if (branchTo(this.#messages, this.#leafId).length > before) break;
      }
      this.#update({ isLoadingOlder: false });
    } catch {
      if (generation === this.#generation)
        this.#update({ isLoadingOlder: false, isOlderFailed: true });
    }
  };

  /** After a jump: loads what follows the newest message loaded. */
  loadNewer = async (): Promise<void> => {
    if (!this.#state.hasNewer) return;
    const generation = this.#generation;
    const last = newest(this.#messages);
    if (last === null) return;
    const page = await this.#list({ page_limit: PAGE, around: last }).catch(() => null);
    if (!page || generation !== this.#generation) return;
    const known = this.#messages.size;
    this.#messages = withMessages(this.#messages, page.results);
    if (this.#leafId !== null) this.#leafId = newestBelow(this.#messages, this.#leafId);
    this.#update({ hasNewer: this.#messages.size > known });
  };

  /** Shows another branch: the one of a message, to its newest end. */
  choose = async (id: string): Promise<void> => {
    if (!this.#messages.has(id)) {
      const page = await this.#list({ page_limit: PAGE, around: id });
      this.#messages = withMessages(this.#messages, page.results);
    }
    this.#leafId = newestBelow(this.#messages, id);
    this.#update({});
  };

  /**
   * Adds stored messages. Those that follow the branch shown become its end.
   * @param options.isNews they are all that has changed after `change`, or the next of those
   */
  put = (added: readonly ChatMessage[], { show = false, isNews = false } = {}): void => {
    if (isNews) this.#change = Math.max(this.#change, highestChange(added));
    const isReady = this.#state.phase === 'ready';
    if (!isReady || (this.#state.hasNewer && !show)) {
      const known = added.filter(({ id }) => this.#messages.has(id));
      if (known.length > 0) this.#messages = withMessages(this.#messages, known);
      this.#update({});
      return;
    }
    this.#messages = withMessages(this.#messages, added);
    for (const { id, parent_id } of [...added].sort((a, b) => a.position - b.position))
      if (show || parent_id === this.#leafId) this.#leafId = id;
    this.#update({});
  };

  /** The next part of an answer. If parts before it are missing, the answer is read again. */
  append(id: string, offset: number, text: string): void {
    const message = this.#messages.get(id);
    if (!message || message.ended_at !== null) return;
    if (offset > message.text.length) return void this.#readAgain(id);
    // Parts are repeated when a connection resumes. Other text is that of an answer that was started again meanwhile.
    if (message.text.startsWith(text, offset)) return;
    this.#replace({ ...message, status: 'running', text: message.text.slice(0, offset) + text });
  }

  async #readAgain(id: string): Promise<void> {
    if (this.#readAgainIds.has(id)) return;
    this.#readAgainIds.add(id);
    // What is stored may lag behind what arrives: not every part of the rest is worth another request.
    setTimeout(() => this.#readAgainIds.delete(id), READ_AGAIN_MS);
    const generation = this.#generation;
    const page = await this.#list({ page_limit: 1, around: id }).catch(() => null);
    if (generation === this.#generation)
      this.put(page?.results.filter((one) => one.id === id) ?? []);
  }

  /** Discards the text of an answer that starts again. */
  reset(id: string): void {
    const message = this.#messages.get(id);
    if (message) this.#replace({ ...message, text: '' });
  }

  setSteps(id: string, steps: ChatProgress[]): void {
    const message = this.#messages.get(id);
    if (message && message.ended_at === null) this.#replace({ ...message, steps });
  }

  setPending(pending: PendingMessage | null): void {
    this.#update({ pending });
  }

  get(id: string): ChatMessage | undefined {
    return this.#messages.get(id);
  }

  /** The answers that are being written, in all branches. */
  inProgress(): ChatMessage[] {
    return [...this.#messages.values()].filter(
      ({ role, ended_at }) => role === 'assistant' && ended_at === null,
    );
  }

  /**
   * The change up to which everything is known. What a request returns may be newer than that: others may have written
   * something before it.
   */
  get change(): number {
    return this.#change;
  }

  #replace(message: ChatMessage): void {
    this.#messages = new Map(this.#messages).set(message.id, message);
    this.#update({}, true);
  }

  #update(change: Partial<FeedState>, isFrequent = false): void {
    const pending = change.pending === undefined ? this.#state.pending : change.pending;
    const branch = branchTo(this.#messages, pending ? pending.parentId : this.#leafId);
    const first = branch[0];
    const hasOlder = first !== undefined && first.parent_id !== null && this.#cursor !== null;
    const next = { ...this.#state, ...change, branch, hasOlder };
    if (isFrequent) this.#setSoon(next);
    else this.#set(next);
  }

  #set(state: FeedState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** Text that streams in is rendered once per frame. */
  #setSoon(state: FeedState): void {
    this.#state = state;
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    const notify = () => {
      this.#isNotifying = false;
      for (const listener of this.#listeners) listener();
    };
    // Hidden pages get no frames.
    if (document.visibilityState === 'hidden') setTimeout(notify, 100);
    else requestAnimationFrame(notify);
  }
}

function highestChange(messages: readonly ChatMessage[]): number {
  return messages.reduce((highest, { change }) => Math.max(highest, change), 0);
}
