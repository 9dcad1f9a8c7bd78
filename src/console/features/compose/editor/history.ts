import { createStore, type StoreApi } from 'zustand/vanilla';
import { same } from '#console/modules/draft/canonical.ts';
import type { DraftSync } from '#console/modules/draft/draft-sync.ts';
import type { ArticleStage } from '#generated/model/index.ts';
import { MERGES } from './article-merge.ts';
import type { ArticleText } from './article-text.ts';

/** Which steps share an undo history. The article and sections steps edit the same texts. */
type Stack = 'brief' | 'titles' | 'outline' | 'text';
type Snapshot = Partial<ArticleText>;

const STACKS: Record<ArticleStage, Stack> = {
  brief: 'brief',
  titles: 'titles',
  outline: 'outline',
  sections: 'text',
  article: 'text',
};
const PARTS: Record<Stack, (keyof ArticleText)[]> = {
  brief: ['brief'],
  titles: ['title', 'titles'],
  outline: ['outline', 'sections'],
  text: ['sections', 'seo', 'images'],
};

const KEPT = 50;
/** Keystrokes in the same field within this time are undone together. */
const PAUSE_MS = 1000;

export interface HistoryState {
  undo: Record<Stack, readonly Snapshot[]>;
  redo: Record<Stack, readonly Snapshot[]>;
}

export interface History {
  readonly store: StoreApi<HistoryState>;
  /**
   * Records the current state before a change.
   * @param field the field being edited, so that consecutive keystrokes are undone together
   */
  record(step: ArticleStage, field?: string): void;
  /**
   * Records the current state before the result of a step started here, so that it can be undone.
   * @param get gets the result
   */
  receive(step: ArticleStage, get: () => Promise<void>): Promise<void>;
  undo(step: ArticleStage): void;
  redo(step: ArticleStage): void;
}

/**
 * The undo history of each step, while the page is open (versions are permanent). Other people's changes are applied to
 * the earlier states too, so that undo reverts only what was done on this page.
 */
export function createHistory(draft: DraftSync<ArticleText>): History {
  const none = () => ({ brief: [], titles: [], outline: [], text: [] });
  const store = createStore<HistoryState>(() => ({ undo: none(), redo: none() }));
  let last = { stack: '' as Stack | '', field: '', at: 0 };
  let isReceiving = false;

  draft.store.subscribe((now, before) => {
    // Only updates from the server change both.
    const isArrival = now.base !== before.base && now.content !== before.content;
    if (isReceiving || !isArrival) return;
    const follow = (states: readonly Snapshot[]) =>
      states.map((state) => followed(state, before.content, now.content));
    const all = (stacks: HistoryState['undo']): HistoryState['undo'] => ({
      ...stacks,
      ...Object.fromEntries(Object.entries(stacks).map(([stack, all]) => [stack, follow(all)])),
    });
    store.setState(({ undo, redo }) => ({ undo: all(undo), redo: all(redo) }));
  });

  const snapshot = (stack: Stack): Snapshot => {
    const { content } = draft.store.getState();
    return Object.fromEntries(PARTS[stack].map((part) => [part, content[part]]));
  };

  const move = (stack: Stack, from: 'undo' | 'redo', to: 'undo' | 'redo') => {
    const state = store.getState();
    const now = snapshot(stack);
    // Skips states that are no different.
    const left = [...state[from][stack]];
    while (left.length > 0 && same(left.at(-1), now)) left.pop();
    const found = left.pop();
    last = { stack: '', field: '', at: 0 };
    store.setState({
      ...state,
      [from]: { ...state[from], [stack]: left },
      ...(found && { [to]: { ...state[to], [stack]: [...state[to][stack], now] } }),
    });
    if (found) draft.edit((content) => ({ ...content, ...restored(stack, found, content) }));
  };

  const record = (step: ArticleStage, field = '') => {
    const stack = STACKS[step];
    const at = Date.now();
    const continues =
      field !== '' && last.stack === stack && last.field === field && at - last.at < PAUSE_MS;
    last = { stack, field, at };
    if (continues) return;
    const { undo, redo } = store.getState();
    const kept = [...undo[stack], snapshot(stack)].slice(-KEPT);
    store.setState({ undo: { ...undo, [stack]: kept }, redo: { ...redo, [stack]: [] } });
  };

  return {
    store,
    record,
    async receive(step, get) {
      record(step);
      isReceiving = true;
      try {
        await get();
      } finally {
        isReceiving = false;
      }
    },
    undo: (step) => move(STACKS[step], 'undo', 'redo'),
    redo: (step) => move(STACKS[step], 'redo', 'undo'),
  };
}

/**
 * An earlier state plus other people's changes since then. Their version also wins where both changed the same thing.
 */
function followed(state: Snapshot, before: ArticleText, now: ArticleText): Snapshot {
  const follow = <K extends keyof ArticleText>(part: K, then: ArticleText[K]) =>
    same(before[part], now[part]) ? then : MERGES[part](before[part], now[part], then).value;
  return Object.fromEntries(
    Object.entries(state).map(([part, then]) => [
      part,
      follow(part as keyof ArticleText, then as never),
    ]),
  );
}

/** Restoring an outline restores the texts of its headings, except for those rewritten since. */
function restored(stack: Stack, found: Snapshot, now: ArticleText): Snapshot {
  if (stack !== 'outline') return found;
  return { ...found, sections: { ...found.sections, ...now.sections } };
}

/** Whether there is something to undo or redo in a step. */
export function canMove(state: HistoryState, which: 'undo' | 'redo', step: ArticleStage): boolean {
  return state[which][STACKS[step]].length > 0;
}
