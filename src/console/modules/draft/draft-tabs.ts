/** Messages about one draft between the tabs of a browser. */
type TabMessage = { from: string; kind: 'hello' | 'here' | 'saved' | 'bye' };

/** The other tabs in which the same draft is open. */
export interface DraftTabs {
  /** This tab's name: survives a reload and is unique per tab. */
  readonly name: string;
  /** Tabs known to be open. */
  others(): ReadonlySet<string>;
  /** Starts listening. */
  open(on: { saved: () => void; changed: (count: number) => void }): void;
  /** Tells other tabs that the server's draft changed. */
  announceSaved(): void;
  close(): void;
}

const NAME_KEY = 'tab-name';

/**
 * This tab's name. Session storage holds it only between two pages of the tab: duplicating a tab copies that storage,
 * and two tabs with one name would overwrite each other's unsaved edits.
 */
const ownName = sessionStorage.getItem(NAME_KEY) ?? Math.random().toString(36).slice(2, 12);
sessionStorage.removeItem(NAME_KEY);
addEventListener('pagehide', () => sessionStorage.setItem(NAME_KEY, ownName));
addEventListener('pageshow', () => sessionStorage.removeItem(NAME_KEY));

/** @param draft the name of the open draft */
export function createDraftTabs(draft: string): DraftTabs {
  const others = new Set<string>();
  let channel: BroadcastChannel | null = null;
  const say = (kind: TabMessage['kind']) => channel?.postMessage({ from: ownName, kind });
  return {
    name: ownName,
    others: () => others,
    open(on) {
      if (typeof BroadcastChannel === 'undefined') return;
      channel = new BroadcastChannel(draft);
      channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
        if (data.kind === 'saved') on.saved();
        if (data.kind === 'hello') say('here');
        const before = others.size;
        if (data.kind === 'bye') others.delete(data.from);
        else others.add(data.from);
        if (others.size !== before) on.changed(others.size);
      };
      say('hello');
    },
    announceSaved: () => say('saved'),
    close() {
      say('bye');
      channel?.close();
      channel = null;
      others.clear();
    },
  };
}
