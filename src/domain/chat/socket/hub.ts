import { Shares } from '#core/shares.ts';
import type { AccessChange } from '../../authorise.ts';
import type { Domain } from '../../domain.ts';
import type { ChatPort } from '../chat.port.ts';
import { createMessageService } from '../message.service.ts';
import { SOCKETS_MAX, SOCKETS_PER_PERSON } from './limits.ts';
import { Room } from './room.ts';

const TICK_MS = 1000;

interface Ticking {
  /** Called every second. */
  tick(now: number): void;
  /** Someone's access to something has changed, maybe this one's. */
  accessChanged(change: AccessChange): void;
}

/** What all connections of a process share. */
export class Hub {
  readonly domain: Domain;
  readonly messages: ReturnType<typeof createMessageService>;
  /** The connections, by person. Released at once when they close, so that nobody waits for them. */
  readonly people = new Shares({ total: SOCKETS_MAX, each: SOCKETS_PER_PERSON, freeForOne: 0 });
  /** The same, by organisation. */
  readonly orgs = new Shares({ total: SOCKETS_MAX });
  readonly #node = crypto.randomUUID();
  readonly #rooms = new Map<string, Room>();
  readonly #sessions = new Set<Ticking>();
  #ticking: ReturnType<typeof setInterval> | undefined;

  constructor(domain: Domain) {
    this.domain = domain;
    this.messages = createMessageService(domain);
    // For as long as the process lives, like the hub itself.
    domain.access.follow((change) => {
      for (const session of [...this.#sessions]) session.accessChanged(change);
    });
  }

  /** The room of a chat, to be joined at once. */
  room(chatId: string): Room {
    const known = this.#rooms.get(chatId);
    if (known) return known;
    const room = new Room({
      domain: this.domain,
      answers: this.messages.answers,
      node: this.#node,
      chatId,
      onEmpty: () => {
        if (this.#rooms.get(chatId) === room) this.#rooms.delete(chatId);
      },
    });
    this.#rooms.set(chatId, room);
    return room;
  }

  add(session: Ticking): void {
    this.#sessions.add(session);
    this.#ticking ??= setInterval(() => this.#tick(), TICK_MS);
    // In Node, it would keep the process alive.
    (this.#ticking as { unref?: () => void }).unref?.();
  }

  remove(session: Ticking): void {
    this.#sessions.delete(session);
    if (this.#sessions.size > 0) return;
    clearInterval(this.#ticking);
    this.#ticking = undefined;
  }

  #tick(): void {
    const now = performance.now();
    for (const room of [...this.#rooms.values()]) room.tick(now);
    for (const session of [...this.#sessions]) session.tick(now);
  }
}

const hubs = new WeakMap<ChatPort, Hub>();

/** The hub of a process. The mocks create the operations anew for each request. */
export function hubOf(domain: Domain): Hub {
  const hub = hubs.get(domain.chat) ?? new Hub(domain);
  hubs.set(domain.chat, hub);
  return hub;
}
