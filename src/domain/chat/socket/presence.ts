import type { ChatPerson } from '#generated/model/index.ts';
import type { ChatNews } from '../chat.port.ts';
import { PEOPLE_MAX, PRESENCE_LOST_MS, TYPING_MS } from './limits.ts';

type PresenceNews = NonNullable<ChatNews['presence']>;

interface Person {
  id: string;
  name: string;
  /** When they are no longer typing. */
  typingUntil: number;
}

/** What the others were told last about someone's typing, and when. */
interface Told {
  typing: boolean;
  at: number;
}

/** Who has a chat open: on this node, and on the others as they say. */
export class Presence {
  /** The name of this node's part of it. */
  readonly #node: string;
  readonly #here = new Map<string, Person & { connections: number; told: Told }>();
  readonly #elsewhere = new Map<string, Person & { lostAt: number }>();

  constructor(node: string) {
    this.#node = node;
  }

  /** Someone has opened the chat on this node. Returns what to tell the others; undefined if they know. */
  enter({ id, name }: { id: string; name: string }): PresenceNews | undefined {
    const person = this.#here.get(id);
    if (person) {
      person.connections += 1;
      return undefined;
    }
    const told = { typing: false, at: Number.NEGATIVE_INFINITY };
    const entered = { id, name, typingUntil: 0, connections: 1, told };
    this.#here.set(id, entered);
    return this.#newsOf(entered);
  }

  leave(id: string): PresenceNews | undefined {
    const person = this.#here.get(id);
    if (!person) return undefined;
    person.connections -= 1;
    if (person.connections > 0) return undefined;
    this.#here.delete(id);
    return { ...this.#newsOf(person), typing: false, left: true };
  }

  /**
   * Returns what to tell the others; undefined if they know. That someone types is told every two seconds at most, however
   * often they start and stop.
   */
  setTyping(id: string, isTyping: boolean, now: number): PresenceNews | undefined {
    const person = this.#here.get(id);
    if (!person) return undefined;
    person.typingUntil = isTyping ? now + TYPING_MS : 0;
    const isKnown = isTyping ? now - person.told.at < TYPING_MS / 3 : !person.told.typing;
    if (isKnown) return undefined;
    person.told = { typing: isTyping, at: isTyping ? now : person.told.at };
    return this.#newsOf(person);
  }

  /** Everyone on this node, for the others. */
  all(now: number): PresenceNews[] {
    return [...this.#here.values()].map((person) => ({
      ...this.#newsOf(person),
      typing: person.typingUntil > now,
    }));
  }

  /** Another node's news. Returns whether anything changed. */
  hear({ connection, id, name, typing, left }: PresenceNews, now: number): boolean {
    if (connection.startsWith(this.#node)) return false;
    const before = this.#elsewhere.get(connection);
    if (left) return this.#elsewhere.delete(connection);
    if (!before && this.#elsewhere.size >= PEOPLE_MAX) return false;
    const typingUntil = typing ? now + TYPING_MS : 0;
    this.#elsewhere.set(connection, { id, name, typingUntil, lostAt: now + PRESENCE_LOST_MS });
    return !before || before.typingUntil > now !== typing || before.name !== name;
  }

  /** Forgets who has stopped typing, and whose node is gone. Returns whether anything changed. */
  expire(now: number): boolean {
    let changed = false;
    for (const [connection, { lostAt }] of this.#elsewhere) {
      if (lostAt <= now) changed = this.#elsewhere.delete(connection);
    }
    for (const person of this.#everyone()) {
      if (person.typingUntil === 0 || person.typingUntil > now) continue;
      person.typingUntil = 0;
      changed = true;
    }
    return changed;
  }

  /** Each person once, however many connections they have. */
  people(now: number): ChatPerson[] {
    const people = new Map<string, ChatPerson>();
    for (const { id, name, typingUntil } of this.#everyone()) {
      const typing = typingUntil > now || (people.get(id)?.typing ?? false);
      people.set(id, { id, name, typing });
      if (people.size >= PEOPLE_MAX) break;
    }
    return [...people.values()];
  }

  *#everyone(): Iterable<Person> {
    yield* this.#here.values();
    yield* this.#elsewhere.values();
  }

  #newsOf({ id, name, typingUntil }: Person): PresenceNews {
    const connection = `${this.#node}:${id}`;
    return { connection, id, name, typing: typingUntil > 0, left: false };
  }
}
