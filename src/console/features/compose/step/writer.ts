import { createStore, type StoreApi } from 'zustand/vanilla';
import { isApiError } from '#console/api/api-error.ts';
import { track } from '#console/modules/analytics/analytics.ts';
import type {
  ArticleProposal,
  ArticleRewriteMode,
  ArticleStage,
  ArticleStepAnswer,
  ArticleStepEvent,
  ArticleStepRequest,
} from '#generated/model/index.ts';

/** A step that is being written. */
export interface Writing {
  request: ArticleStepRequest;
  runId: string | null;
  /** The output so far. */
  text: string;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** Another text for a section, which waits to be accepted. */
export interface Proposed extends ArticleProposal {
  runId: string;
  mode: ArticleRewriteMode;
}

/** A step that didn't end well. The article stayed as it was. */
export interface Failed {
  request: ArticleStepRequest;
  error: unknown;
}

export interface WriterState {
  writing: Writing | null;
  /** Sections that are written after this one. */
  queue: readonly string[];
  /** How many sections the queue had at first. */
  queued: number;
  failed: Failed | null;
  /** The last step that succeeded. */
  last: ArticleStepAnswer | null;
  proposals: Readonly<Record<string, Proposed>>;
  /** What a screen reader says. */
  announcement: string;
}

export interface WriterPorts {
  stream: (request: ArticleStepRequest, signal: AbortSignal) => AsyncIterable<ArticleStepEvent>;
  /** Saves what was typed, because the server writes from what it has. */
  flush: () => Promise<unknown>;
  /** Gets what was written. */
  refresh: () => Promise<void>;
  cancel: (runId: string) => Promise<unknown>;
  /** Remembers the state before the result of a step. */
  record: (step: ArticleStage) => void;
  onFailed: (error: unknown) => void;
}

/** Has models write the steps of an article, one at a time. */
export interface Writer {
  readonly store: StoreApi<WriterState>;
  /** @returns whether it succeeded */
  write(request: ArticleStepRequest): Promise<boolean>;
  /** Writes sections one by one. */
  writeSections(ids: readonly string[]): Promise<void>;
  /** Stops, and forgets what waits. */
  stop(): void;
  retry(): void;
  dismissFailure(): void;
  /** @returns the proposal, which is no longer one */
  takeProposal(sectionId: string): Proposed | undefined;
}

/** The page that shows the result of a step. */
const STAGE = {
  titles: 'titles',
  outline: 'outline',
  sections: 'sections',
  rewrite: 'sections',
  seo: 'article',
} as const;

const DONE = {
  titles: 'New titles are here.',
  outline: 'The outline is written.',
  sections: 'The section is written.',
  rewrite: 'Another version is here. Accept or reject it.',
  seo: 'The search result is written.',
} as const;

export function createWriter(ports: WriterPorts): Writer {
  const store = createStore<WriterState>(() => ({
    writing: null,
    queue: [],
    queued: 0,
    failed: null,
    last: null,
    proposals: {},
    announcement: '',
  }));
  const set = store.setState;
  const get = store.getState;
  let abort: AbortController | null = null;

  async function write(request: ArticleStepRequest): Promise<boolean> {
    if (abort) return false;
    const work = new AbortController();
    abort = work;
    const update = (change: Partial<Writing>) =>
      set(({ writing }) =>
        abort === work && writing ? { writing: { ...writing, ...change } } : {},
      );
    set({
      writing: { request, runId: null, text: '', startedAt: Date.now() },
      failed: null,
      announcement: 'Writing…',
    });
    let isDone = false;
    try {
      await ports.flush();
      for await (const event of ports.stream(request, work.signal)) {
        if (event.type === 'compose.started') update({ runId: event.run_id });
        else if (event.type === 'compose.reset') update({ text: '' });
        else if (event.type === 'compose.delta') {
          const { offset, text } = event;
          update({ text: (get().writing?.text ?? '').slice(0, offset) + text });
        } else if (event.type === 'compose.succeeded') {
          await accept(request, event.answer);
          isDone = true;
        } else if (event.type === 'compose.failed') fail(request, event.error);
        else set({ announcement: 'Stopped.' });
      }
    } catch (error) {
      if (!work.signal.aborted) fail(request, error);
    } finally {
      if (abort === work) {
        abort = null;
        set({ writing: null });
      }
    }
    return isDone;
  }

  async function accept(request: ArticleStepRequest, answer: ArticleStepAnswer): Promise<void> {
    const { proposal, run_id: runId } = answer;
    if (request.step !== 'rewrite') ports.record(STAGE[request.step]);
    await ports.refresh();
    set(({ proposals }) => ({
      last: answer,
      announcement: DONE[request.step],
      proposals:
        request.step === 'rewrite' && proposal
          ? { ...proposals, [proposal.section_id]: { ...proposal, runId, mode: request.mode } }
          : proposals,
    }));
  }

  function fail(request: ArticleStepRequest, error: unknown): void {
    set({ failed: { request, error }, queue: [], queued: 0, announcement: '' });
    ports.onFailed(error);
  }

  async function writeSections(ids: readonly string[]): Promise<void> {
    if (abort) return;
    set({ queue: ids, queued: ids.length });
    for (;;) {
      const [id, ...queue] = get().queue;
      if (id === undefined) {
        track('Article composed', { sections: ids.length });
        break;
      }
      set({ queue });
      const isDone = await write({ step: 'sections', section_ids: [id] });
      if (!isDone) break;
    }
    set({ queue: [], queued: 0 });
  }

  return {
    store,
    write,
    writeSections,
    stop() {
      const { writing } = get();
      if (!abort || !writing) return;
      const { runId } = writing;
      abort.abort();
      abort = null;
      set({ writing: null, queue: [], queued: 0, announcement: 'Stopped.' });
      if (runId === null) return;
      // What was billed until now is on the article, and a result that was just ready too.
      void ports
        .cancel(runId)
        .catch((error: unknown) => {
          // It had already ended.
          if (!isApiError(error, 409)) ports.onFailed(error);
        })
        .then(() => ports.refresh())
        .catch(() => undefined);
    },
    retry() {
      const { failed } = get();
      if (failed) void write(failed.request);
    },
    dismissFailure: () => set({ failed: null }),
    takeProposal(sectionId) {
      const { [sectionId]: taken, ...proposals } = get().proposals;
      set({ proposals });
      return taken;
    },
  };
}
