import { type Persona, toPersona } from './scenarios.ts';

const PERSONA_KEY = 'mock-tab-persona';
const SESSION_KEY = 'mock-tab-session';

/** A browser's storage, or its substitute in a test. */
export type KeyValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A tab with a session of its own, so that several people can be tried side by side. */
export interface Tab {
  /** The persona that was last chosen for it. */
  persona: Persona | undefined;
  /** The id of its session; null when nobody is signed in. */
  session: string | null;
}

/** Where the current session is kept. */
interface Sessions {
  tab: Tab | undefined;
  data: { identity: { current: string | null } };
}

/** What a tab's own storage knows of it; undefined if it shares the browser's session. */
export function readTab(storage: KeyValues): Tab | undefined {
  return storage.getItem(SESSION_KEY) === null ? undefined : storedTab(storage);
}

/** Gives a tab a session of its own, which survives reloads. */
export function beginTab(storage: KeyValues, persona: Persona, session: string | null): Tab {
  return Object.assign(storedTab(storage), { persona, session });
}

/** Makes a tab share the browser's session again. */
export function endTab(storage: KeyValues): void {
  storage.removeItem(PERSONA_KEY);
  storage.removeItem(SESSION_KEY);
}

/** The id of the current session: the tab's own, or the browser's. */
export function currentSession({ tab, data }: Sessions): string | null {
  return tab ? tab.session : data.identity.current;
}

/** Signs in to a session, or out with null: in this tab if it has its own session, or else in the browser. */
export function setCurrentSession({ tab, data }: Sessions, id: string | null): void {
  if (tab) tab.session = id;
  else data.identity.current = id;
}

function storedTab(storage: KeyValues): Tab {
  return {
    get persona() {
      return toPersona(storage.getItem(PERSONA_KEY));
    },
    set persona(persona) {
      storage.setItem(PERSONA_KEY, persona ?? '');
    },
    get session() {
      return storage.getItem(SESSION_KEY) || null;
    },
    set session(id) {
      storage.setItem(SESSION_KEY, id ?? '');
    },
  };
}
