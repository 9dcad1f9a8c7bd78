/** Every number that the specification or the contract fixes, in one place. */

/** Lists: results of a page when the caller does not say, and at most. */
export const PAGE_LIMIT_DEFAULT = 25;
export const PAGE_LIMIT_MAX = 100;
/** `page_limit` of the console's organisation list, as specified. */
export const ORG_PAGE_LIMIT = 25;
export const PROJECT_PAGE_LIMIT = 100;

/** Cached data in the console: never stale, kept 5 minutes. */
export const QUERY_STALE_TIME = Number.POSITIVE_INFINITY;
export const QUERY_CACHE_MS = 5 * 60_000;
export const QUERY_RETRIES = 3;
export const RETRY_FIRST_MS = 1000;
export const RETRY_MAX_MS = 30_000;
export const PERMISSION_STALE_TIME = Number.POSITIVE_INFINITY;

/**
 * Milliseconds to wait before a retry: 1 s, doubling, at most 30 s.
 * @param attempt how many attempts have failed before this one, counted from 0
 */
export function retryDelay(attempt: number): number {
  return Math.min(RETRY_FIRST_MS * 2 ** attempt, RETRY_MAX_MS);
}

/** The active selection. */
export const NO_SELECTED_PROJECT = 'NO_SELECTED_PROJECT';
export const PROJECT_REPOLL_MS = 2000;
export const STORAGE_ACTIVE_PROJECT = 'active-project';
export const STORAGE_ONBOARDING = 'onboarding-selected-tasks';
export const STORAGE_THEME = 'theme';

/** Whether a stored project id names a project: a non-empty string other than the placeholder. */
export function isProjectId(id: unknown): id is string {
  return typeof id === 'string' && id !== '' && id !== NO_SELECTED_PROJECT;
}

export const MODAL_CLOSE_MS = 200;
export const TOAST_MS = 4000;
export const TOAST_VISIBLE = 3;
export const TOAST_WIDTH_PX = 448;
export const TOAST_POSITION = 'bottom-center';

/** Money, in micro-dollars. */
export const WELCOME_CREDIT = 5_000_000;
export const LOW_BALANCE = 1_000_000;

/** Sizes. */
export const MAX_TASKS = 10_000;
export const NAME_MAX = 120;
export const DESCRIPTION_MAX = 2000;
export const NOTE_MAX = 500;
export const BIO_MAX = 500;
export const PROMPT_MAX = 200_000;
export const VARIABLES_MAX = 100;
export const OUTPUT_FIELDS_MAX = 100;
/** Fields of an output format on all its levels together, and how many levels there may be. */
export const OUTPUT_FIELDS_TOTAL = 300;
export const OUTPUT_DEPTH_MAX = 5;
/** A JSON Schema that someone wrote or pasted: its text, its subschemas, its levels. */
export const SCHEMA_TEXT_MAX = 200_000;
export const SCHEMA_PARTS_MAX = 1000;
export const SCHEMA_DEPTH_MAX = 20;
export const TOOLS_MAX = 50;
export const TOOL_REPLIES_MAX = 20;
export const TOOL_REPLY_MAX = 20_000;
/** What a model gets of a tool's answer: more would crowd out everything else that it is to read. */
export const TOOL_ANSWER_MAX = 100_000;
export const TOOL_TIMEOUT_SECONDS = 30;
/** How often a model may call tools in one run before it has to answer. */
export const TOOL_ROUNDS_MAX = 8;
/** And how many calls that may be; models can make several at once. */
export const TOOL_CALLS_MAX = 32;
/** How often a tool may fail in a run, unless it says otherwise; the model is told, and the next failure ends the run. */
export const TOOL_FAILURES_ALLOWED = 2;
export const TOP_K_DEFAULT = 5;
export const OPTIONS_MAX = 100;
export const VARIABLE_NAME_MAX = 64;
export const FORM_VALUE_MAX = 10_000;
export const INPUT_PREVIEW_MAX = 200;
/** One input of a run, written out as text. */
export const INPUT_TEXT_MAX = 1_000_000;
/** An image or a file that is an input of a run. */
export const INPUT_FILE_MAX_MB = 2;
export const INPUT_FILE_MAX_BYTES = INPUT_FILE_MAX_MB * 1024 * 1024;
export const AVATAR_MAX_MB = 2;
export const AVATAR_MAX_BYTES = AVATAR_MAX_MB * 1024 * 1024;
/** Named revisions of a task beside the active one. */
export const ENVIRONMENTS_MAX = 10;
export const WEBHOOKS_MAX = 50;
export const URL_MAX = 2000;
export const BODY_MAX_BYTES = 4 * 1024 * 1024;

/** Runs. */
export const RUN_TIMEOUT_SECONDS = 120;
export const IDEMPOTENCY_HOURS = 24;
export const DRAFT_AUTOSAVE_MS = 600;

/** Evaluation. */
export const DATASETS_MAX = 100;
export const DATASET_CASES_MAX = 5000;
export const IMPORT_ERRORS_MAX = 1000;
export const IMPORT_ROWS_MAX = 10_000;
export const IMPORT_TEXT_MAX = 3_000_000;
