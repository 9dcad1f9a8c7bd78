/** Open sockets per process, and per person among them. */
export const SOCKETS_MAX = 8192;
export const SOCKETS_PER_PERSON = 20;
/** Chats that one connection may follow. */
export const OPEN_MAX = 20;
/** Characters of one message. A text of 50,000 characters fits, even if all of them are sent as `\u….` */
export const TEXT_MAX = 400_000;
/** Messages that a client may send at once, and per second after that. */
export const BURST = 60;
export const PER_SECOND = 20;
/** Further messages that are rejected before the connection is closed. */
export const EXCESS_MAX = 60;
/** Messages of one connection that wait for an earlier one to be handled. */
export const WAITING_MAX = 50;

/** What a client may have missed: more than this, and it loads the chat again. */
export const MISSED_MAX = 200;
export const MISSED_CHARACTERS_MAX = 4_000_000;

/** Messages that may be unacknowledged before the server waits. */
export const WINDOW = 128;
/** Bytes that the network has not taken over yet, before the server waits. */
export const BUFFER_SOFT = 256 * 1024;
/** Bytes that end the connection: the client sends, but doesn't read. */
export const BUFFER_HARD = 4 * 1024 * 1024;

export const HEARTBEAT_SECONDS = 25;
export const HELLO_MS = 10_000;
export const SILENCE_MS = 60_000;
/** How long a client may leave what it is sent unread. */
export const STALLED_MS = 30_000;
/** How often access to open chats is checked, besides at every change. */
export const ACCESS_MS = 15_000;
/** How often the token is checked. */
export const TOKEN_MS = 30_000;
export const TYPING_MS = 6000;
/** How often other nodes are told who is there, and how long they believe it. */
export const PRESENCE_MS = 30_000;
export const PRESENCE_LOST_MS = 75_000;
export const PEOPLE_MAX = 200;

/** Close codes. The first four are the WebSocket protocol's. */
export const CLOSE = {
  normal: 1000,
  refused: 1008,
  tooLarge: 1009,
  later: 1013,
  unauthenticated: 4401,
  denied: 4403,
} as const;
