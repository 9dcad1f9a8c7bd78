import type { StoreApi } from 'zustand/vanilla';
import type { DraftSync } from '#console/modules/draft/draft-sync.ts';
import { MESSAGES } from '#core/messages.ts';
import { checkDefinition, type KnownModel } from '#core/task/definition/definition.ts';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import type { FieldError, TaskDefinition } from '#generated/model/index.ts';
import type { EditorUi } from '../editor-ui.ts';

const PAUSE_MS = 250;

// A blank task is unfinished rather than wrong: these become errors only when saving a revision is attempted.
const merelyMissing = new Set<string>([
  MESSAGES.task.promptsNeeded,
  MESSAGES.task.outputEmpty,
  TASK_VALIDATION.modelNeeded,
  TASK_VALIDATION.fieldsNeeded,
  TASK_VALIDATION.toolDescription,
  TASK_VALIDATION.toolUrlNeeded,
  TASK_VALIDATION.toolReplyNeeded,
  TASK_VALIDATION.collectionsNeeded,
]);

/**
 * Checks the draft shortly after each change, outside rendering.
 * @param models all models, or undefined until they are loaded
 * @returns stops checking
 */
export function watchProblems(
  draft: DraftSync<TaskDefinition>,
  ui: StoreApi<EditorUi>,
  models: () => readonly KnownModel[] | undefined,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    ui.setState({ broken: brokenRules(draft, models()) });
  };
  const stop = draft.store.subscribe((state, before) => {
    if (state.content === before.content) return;
    // This change may fix what the server refused. Saving again will tell.
    if (ui.getState().refused.length > 0) ui.setState({ refused: [] });
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE_MS);
  });
  check();
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** Every rule that the draft breaks now. */
export function brokenRules(
  draft: DraftSync<TaskDefinition>,
  models?: readonly KnownModel[],
): FieldError[] {
  const { content: definition } = draft.store.getState();
  return checkDefinition(definition, models && { models });
}

let latest: Pick<EditorUi, 'broken' | 'refused' | 'attempted'> | undefined;
let latestShown: FieldError[] = [];

/** The problems to show: the server's first, then ours, without duplicates. Memoised, because every row reads it. */
export function shownProblems({ broken, refused, attempted }: EditorUi): FieldError[] {
  const isKept =
    latest?.broken === broken && latest.refused === refused && latest.attempted === attempted;
  if (isKept) return latestShown;
  const ours = attempted ? broken : broken.filter((error) => !merelyMissing.has(error.message));
  const seen = new Set<string>();
  latest = { broken, refused, attempted };
  latestShown = [...refused, ...ours].filter(({ pointer, message }) => {
    const key = `${pointer} ${message}`;
    return !seen.has(key) && seen.add(key);
  });
  return latestShown;
}

/** The first problem of a field or anything within it. */
export function messageAt(errors: readonly FieldError[], pointer: string): string | undefined {
  return errors.find((e) => e.pointer === pointer || e.pointer.startsWith(`${pointer}/`))?.message;
}

/** Converts pointers into the request body to pointers into the definition. */
export function intoDefinition(errors: readonly FieldError[]): FieldError[] {
  return errors.map(({ pointer, message }) => ({
    pointer: pointer.replace(/^\/definition(?=\/|$)/, ''),
    message,
  }));
}
