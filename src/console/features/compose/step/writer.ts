import { createStore, type StoreApi } from 'zustand/vanilla';
import { isApiError } from '#console/api/api-error.ts';
import { track } from '#console/modules/analytics/analytics.ts';
import { MESSAGES } from '#core/messages.ts';
import type {
  ArticleProposal,
  ArticleRewriteMode,
  ArticleStage,
  ArticleStepAnswer,
  ArticleStepEvent,
  ArticleStepRequest,
} from '#generated/model/index.ts';
import type { PendingStep, PendingSteps } from './pending-steps.ts';

/** A step that is being written. */
export interface Writing {
  request: ArticleStepRequest;
  /** The idempotency key of its request. */
  key: string;
  runId: string | null;
  /** The output so far. */
  text: string;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** A proposed text for a section, waiting to be accepted. */
export interface Proposed extends ArticleProposal {
  runId: string;
  /** The idempotency key of the step that proposed it. */
  key: string;
  mode: ArticleRewriteMode;
}

/** A step that failed. The article was not changed. */
export interface Failed {
  request: ArticleStepRequest;
  error: unknown;
  /** The sections that were queued after it. */
  queue: readonly string[];
  /** The step to resume following if only the connection was lost, because it may have succeeded. */
  lost: PendingStep | null;
}

export interface WriterState {
  writing: Writing | null;
  /** The sections to write after this one. */
  queue: readonly string[];
  /** The initial length of the queue. */
  queued: number;
  failed: Failed | null;
  /** The run IDs of the steps that this page has followed. */
  runs: readonly string[];
  /** The last step that succeeded. */
  last: ArticleStepAnswer | null;
  proposals: Readonly<Record<string, Proposed>>;
  /** The text for screen readers. */
  announcement: string;
}

export interface WriterPorts {
  stream: (
    request: ArticleStepRequest,
    key: string,
    signal: AbortSignal,
  ) => AsyncIterable<ArticleStepEvent>;
  pending: PendingSteps;
  /** Saves unsaved edits, because the server works on the saved article. */
  flush: () => Promise<unknown>;
  /** Gets the article. */
  refresh: () => Promise<void>;
  /** Fetches the result of a step, in a way that can be undone. */
  receive: (step: ArticleStage) => Promise<void>;
  cancel: (runId: string) => Promise<unknown>;
  onFailed: (error: unknown) => void;
}

/** Runs steps of an article, one at a time. */
export interface Writer {
  readonly store: StoreApi<WriterState>;
  /** @returns whether it succeeded */
  write(request: ArticleStepRequest): Promise<boolean>;
  /** Writes sections one by one. */
  writeSections(ids: readonly string[]): Promise<void>;
  /** Resumes following the steps that were in progress when the page was left. */
  resume(): Promise<void>;
  /** Stops following the step, which continues and can be resumed. */
  leave(): void;
  /** Cancels the step and clears the queue. */
  stop(): void;
  /** Cancels a step that this page doesn't follow. */
  stopOther(runId: string): Promise<void>;
  retry(): void;
  dismissFailure(): void;
  /**
   * Removes a proposal that was accepted or rejected.
   * @param decision the text for screen readers
   */
  takeProposal(sectionId: string, decision: string): void;
}

/** The step that is being followed. */
interface Work {
  following: AbortController;
  isStopped: boolean;
}

/** The page that shows the result of a step. */
const STAGE = {
  titles: 'titles',
  outline: 'outline',
  sections: 'sections',
  seo: 'article',
} as const;

const DONE = {
  titles: 'New titles are ready.',
  outline: 'The outline is ready.',
  sections: 'The text is ready.',
  rewrite: 'A new version is ready. Accept or reject it.',
  seo: 'Search and social text is ready.',
} as const;

/** Which of the queued sections is being written. */
export function sectionProgress({ queue, queued }: Pick<WriterState, 'queue' | 'queued'>): string {
  return queued > 1 ? `Writing section ${queued - queue.length} of ${queued}` : 'Writing';
}

export function createWriter(ports: WriterPorts): Writer {
  const store = createStore<WriterState>(() => ({
    writing: null,
    queue: [],
    queued: 0,
    failed: null,
    runs: [],
    last: null,
    proposals: {},
    announcement: '',
  }));
  const set = store.setState;
  const get = store.getState;
  let current: Work | null = null;
  /** Counts runs of the queue. One that was stopped may end after the next has begun. */
  let series = 0;

  const newStep = (request: ArticleStepRequest, queue: readonly string[] = []): PendingStep => ({
    key: crypto.randomUUID(),
    request,
    queue,
    at: Date.now(),
  });

  async function write(step: PendingStep): Promise<boolean> {
    if (current) return false;
    const { request, key } = step;
    const work: Work = { following: new AbortController(), isStopped: false };
    current = work;
    const update = (change: Partial<Writing>) =>
      set(({ writing }) =>
        current === work && writing ? { writing: { ...writing, ...change } } : {},
      );
    set({
      writing: { request, key, runId: null, text: '', startedAt: step.at },
      failed: null,
      announcement: `${request.step === 'sections' ? sectionProgress(get()) : 'Writing'}…`,
    });
    let isDone = false;
    try {
      await ports.flush();
      if (work.isStopped) return false;
      ports.pending.put(step);
      for await (const event of ports.stream(request, key, work.following.signal)) {
        if (event.type === 'compose.started') {
          const { run_id: runId } = event;
          set(({ runs }) => ({ runs: [...runs, runId] }));
          if (work.isStopped) {
            cancel(runId);
            return false;
          }
          update({ runId });
        } else if (event.type === 'compose.reset') update({ text: '' });
        else if (event.type === 'compose.delta') {
          const { offset, text } = event;
          update({ text: (get().writing?.text ?? '').slice(0, offset) + text });
        } else if (event.type === 'compose.succeeded') {
          await accept(step, event.answer);
          isDone = true;
        } else {
          ports.pending.remove(key);
          // The article now includes its cost.
          await ports.refresh().catch(() => undefined);
          if (event.type === 'compose.failed') fail(step, event.error);
          else set({ announcement: 'Stopped.' });
        }
      }
    } catch (error) {
      if (!work.following.signal.aborted && !work.isStopped) fail(step, error);
    } finally {
      if (current === work) {
        current = null;
        set({ writing: null });
      }
    }
    return isDone;
  }

  async function accept({ request, key }: PendingStep, answer: ArticleStepAnswer): Promise<void> {
    const { proposal, run_id: runId } = answer;
    await (request.step === 'rewrite' ? ports.refresh() : ports.receive(STAGE[request.step]));
    // A proposal survives a reload until it is accepted or rejected.
    if (!proposal) ports.pending.remove(key);
    set(({ proposals }) => ({
      last: answer,
      announcement:
        answer.unchanged_section_ids.length > 0 ? MESSAGES.compose.unchanged : DONE[request.step],
      proposals:
        request.step === 'rewrite' && proposal
          ? { ...proposals, [proposal.section_id]: { ...proposal, runId, key, mode: request.mode } }
          : proposals,
    }));
  }

  /** Cancels a run that is no longer followed. */
  function cancel(runId: string): void {
    void ports
      .cancel(runId)
      .catch((error: unknown) => {
        // It had already ended.
        if (!isApiError(error, 409)) ports.onFailed(error);
      })
      // The article now includes the cost so far, and the result if it was ready just before.
      .then(() => ports.refresh())
      .catch(() => undefined);
  }

  function fail(step: PendingStep, error: unknown): void {
    const isLost = isApiError(error) && (error.status === 0 || error.status >= 500);
    if (!isLost) ports.pending.remove(step.key);
    set({
      failed: { request: step.request, error, queue: step.queue, lost: isLost ? step : null },
      queue: [],
      queued: 0,
      announcement: '',
    });
    ports.onFailed(error);
  }

  /** Writes a section, then the rest of the queue. */
  async function writeQueued(first: PendingStep): Promise<void> {
    const queued = first.queue.length + 1;
    const own = ++series;
    let step: PendingStep | undefined = first;
    while (step) {
      set({ queue: step.queue, queued });
      const isDone = await write(step);
      if (own !== series) return;
      if (!isDone) break;
      step = nextOf(get().queue);
      if (!step) track('Article composed', { sections: queued });
    }
    set({ queue: [], queued: 0 });
  }

  function nextOf([id, ...queue]: readonly string[]): PendingStep | undefined {
    return id === undefined ? undefined : newStep({ step: 'sections', section_ids: [id] }, queue);
  }

  function follow(step: PendingStep): Promise<unknown> {
    return step.request.step === 'sections' ? writeQueued(step) : write(step);
  }

  return {
    store,
    write: (request) => write(newStep(request)),
    async writeSections(ids) {
      const first = nextOf(ids);
      if (first && !current) await writeQueued(first);
    },
    async resume() {
      for (const step of ports.pending.list()) await follow(step);
    },
    leave() {
      current?.following.abort();
      current = null;
      set({ writing: null, queue: [], queued: 0 });
    },
    stop() {
      const { writing } = get();
      if (!current || !writing) return;
      const { runId, key } = writing;
      current.isStopped = true;
      // If its run's ID isn't known yet, it is cancelled as soon as it is.
      if (runId !== null) current.following.abort();
      current = null;
      ports.pending.remove(key);
      set({ writing: null, queue: [], queued: 0, announcement: 'Stopped.' });
      if (runId !== null) cancel(runId);
    },
    async stopOther(runId) {
      await ports.cancel(runId);
      await ports.refresh();
    },
    retry() {
      const { failed } = get();
      if (failed) void follow(failed.lost ?? newStep(failed.request, failed.queue));
    },
    dismissFailure: () => set({ failed: null }),
    takeProposal(sectionId, announcement) {
      const { [sectionId]: taken, ...proposals } = get().proposals;
      set({ proposals, announcement });
      if (taken) ports.pending.remove(taken.key);
    },
  };
}
