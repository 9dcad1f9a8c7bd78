/**
 * The product's limits: every number that the specification or the contract fixes, for browser, mocks and server alike.
 * Numbers used by only one screen or mechanism are defined there.
 */

/** A day, in milliseconds: for all that is limited in days. */
export const DAY_MS = 86_400_000;

/** Lists: the default and the maximum number of results per page. */
export const PAGE_LIMIT_DEFAULT = 25;
export const PAGE_LIMIT_MAX = 100;

/** Money, in micro-dollars. */
/** Given once to each person. */
export const WELCOME_CREDIT = 5_000_000;
export const LOW_BALANCE = 1_000_000;
/** The highest monthly spend limit, in micro-dollars. */
export const SPEND_LIMIT_MAX = 1_000_000_000_000;
/** The most spend alerts per organisation. */
export const SPEND_ALERTS_MAX = 20;
/** The default and maximum length of a usage period, in days. */
export const USAGE_DAYS_DEFAULT = 30;
export const USAGE_DAYS_MAX = 366;
/** The most groups in a usage response. */
export const USAGE_GROUPS_MAX = 500;

/** Names and texts, in characters. */
export const NAME_MAX = 120;
export const DESCRIPTION_MAX = 2000;
export const NOTE_MAX = 500;
export const BIO_MAX = 500;
export const URL_MAX = 2000;
export const TAG_MAX = 40;
export const DOCUMENT_NAME_MAX = 255;
/** Tags of a task, collection or document. */
export const TAGS_MAX = 20;

/**
 * Limits on free resources: organisations per owner, projects and templates per organisation, API keys, OAuth
 * clients and tool credentials per project.
 */
export const ORGS_MAX = 50;
export const PROJECTS_MAX = 200;
/** How long deleted organisations and projects can be restored. */
export const RESTORE_DAYS = 30;
/** How long the audit log is kept, unless an owner changes it. */
export const AUDIT_DAYS_DEFAULT = 365;
export const AUDIT_DAYS_MIN = 30;
export const AUDIT_DAYS_MAX = 3650;
export const TEMPLATES_MAX = 500;
/** How long someone can change their mind about deleting their account. */
export const ACCOUNT_DELETION_DAYS = 14;
/** How long notifications are kept, and how many of a person. */
export const NOTIFICATION_DAYS = 90;
export const NOTIFICATIONS_MAX = 500;
export const API_KEYS_MAX = 50;
export const OAUTH_CLIENTS_MAX = 50;
export const CREDENTIALS_MAX = 100;
/** The maximum size of the cases of a project's datasets and evaluations. */
export const STORED_INPUTS_MAX_MB = 2000;
/** The maximum size of a project's stored runs: inputs (with images and files) and traces. */
export const RUNS_STORED_MAX_GB = 20;

/** Tasks. */
export const MAX_TASKS = 10_000;
export const PROMPT_MAX = 200_000;
/** Named revisions of a task, in addition to the active one. */
export const ENVIRONMENTS_MAX = 10;

/** Input variables, and the inputs of a run. */
export const VARIABLES_MAX = 100;
export const VARIABLE_NAME_MAX = 64;
export const OPTIONS_MAX = 100;
/** A default or an example of a variable, as typed in a form. */
export const FORM_VALUE_MAX = 10_000;
/** The first characters of the inputs, shown in lists of runs. */
export const INPUT_PREVIEW_MAX = 200;
/** One input of a run, written out as text. */
export const INPUT_TEXT_MAX = 1_000_000;
/** One input of a run that is an image or a file. */
export const INPUT_FILE_MAX_MB = 2;
export const INPUT_FILE_MAX_BYTES = INPUT_FILE_MAX_MB * 1024 * 1024;

/** A file attached to a chat message. */
export const ATTACHMENT_MAX_MB = 10;
export const ATTACHMENT_MAX_BYTES = ATTACHMENT_MAX_MB * 1024 * 1024;

/** The size of an image document. */
export const IMAGE_MAX_MB = 10;
export const IMAGE_MAX_BYTES = IMAGE_MAX_MB * 1024 * 1024;

/** Output formats: fields on one level, fields on all levels together, and levels. */
export const OUTPUT_FIELDS_MAX = 100;
export const OUTPUT_FIELDS_TOTAL = 300;
export const OUTPUT_DEPTH_MAX = 5;

/** A JSON Schema that a person wrote or pasted: characters, subschemas and levels. */
export const SCHEMA_TEXT_MAX = 200_000;
export const SCHEMA_PARTS_MAX = 1000;
export const SCHEMA_DEPTH_MAX = 20;

/**
 * JSON from outside: levels, values and characters. Nobody's data is deeper, and every value costs time to check, so the
 * number of values bounds how long one request can occupy the process.
 */
export const JSON_DEPTH_MAX = 100;
export const JSON_VALUES_MAX = 100_000;
/** Lower than for values, because names take several times as long. */
export const JSON_NAMES_MAX = 50_000;
export const JSON_TEXT_MAX = 16_000_000;

/** How many errors a response lists, and the maximum characters of each pointer and message. */
export const ERRORS_MAX = 50;
export const ERROR_TEXT_MAX = 500;
/** Data with more values is refused for its first error only. */
export const LISTED_VALUES_MAX = 2000;

/** Tools and retrieval. */
export const TOOLS_MAX = 50;
export const TOOL_REPLIES_MAX = 20;
export const TOOL_REPLY_MAX = 20_000;
/** How many characters of a tool's reply the model gets: more would crowd out the rest of the prompt. */
export const TOOL_RESULT_MAX = 100_000;
export const TOOL_TIMEOUT_SECONDS = 30;
/** How many times a model may call tools in one run before it has to respond. */
export const TOOL_ROUNDS_MAX = 8;
/** Tool calls in one run; a model can make several in one round. */
export const TOOL_CALLS_MAX = 32;
/** Failures of one tool in a run, unless the tool sets its own: errors go to the model until then, the next ends the run. */
export const TOOL_FAILURES_ALLOWED = 2;
export const TOP_K_DEFAULT = 5;

/** Runs and requests. */
export const RUN_TIMEOUT_SECONDS = 120;
/** The output of a model with a price but no known limit, so that a run's cost has one. In tokens. */
export const OUTPUT_TOKENS_DEFAULT = 16_384;
export const IDEMPOTENCY_HOURS = 24;
export const BODY_MAX_BYTES = 4 * 1024 * 1024;
export const WEBHOOKS_MAX = 50;
/** Own model endpoints per organisation. */
export const ENDPOINTS_MAX = 20;
/** Chat widgets per project. */
export const WIDGETS_MAX = 50;
export const AVATAR_MAX_MB = 2;
export const AVATAR_MAX_BYTES = AVATAR_MAX_MB * 1024 * 1024;
/** The most pixels that an uploaded picture may have. */
export const AVATAR_MAX_PIXELS = 4096 * 4096;
/** The largest file to crop a picture from; only the cropped picture is uploaded. */
export const AVATAR_SOURCE_MAX_MB = 25;
export const AVATAR_SOURCE_MAX_PIXELS = 100_000_000;

/** Evaluation. */
export const DATASETS_MAX = 100;
export const DATASET_CASES_MAX = 5000;
export const IMPORT_ERRORS_MAX = 1000;
export const IMPORT_ROWS_MAX = 10_000;
/** Far more columns than a task has inputs and fields. */
export const IMPORT_COLUMNS_MAX = 1000;
export const IMPORT_TEXT_MAX = 3_000_000;

/** A pattern that a person wrote: characters, and its size with all repetitions written out. */
export const PATTERN_MAX = 1000;
export const PATTERN_SIZE_MAX = 2500;

/**
 * Limits of one document, so that none occupies a thread or the database for long: characters of text; pages, slides or
 * sheets; parts of a zipped document (DOCX, XLSX, PPTX, EPUB) and their total unzipped size.
 */
export const DOCUMENT_TEXT_MAX = 20_000_000;
export const DOCUMENT_PAGES_MAX = 5000;
export const DOCUMENT_PARTS_MAX = 20_000;
export const DOCUMENT_UNZIPPED_MAX_BYTES = 512 * 1024 * 1024;
/** Columns of a table. Spreadsheets allow 16,384, which nobody reads. */
export const DOCUMENT_COLUMNS_MAX = 1000;

/** Chunk size and overlap, in tokens. */
export const CHUNK_SIZE_DEFAULT = 300;
export const CHUNK_OVERLAP_DEFAULT = 40;

/** Data sources: the items of one source, and the items examined to find them. */
export const SOURCE_ITEMS_MAX = 10_000;
export const SOURCE_LISTED_MAX = 200_000;

/** Collections and documents. */
export const COLLECTIONS_MAX = 200;
export const DOCUMENTS_MAX = 20_000;
export const DATASOURCES_MAX = 100;
export const QUESTIONS_MAX = 500;
export const CHUNK_PREVIEW_MAX = 50;
/** Files up to this size are uploaded at once, larger ones in parts of this size. */
export const UPLOAD_PART_MB = 8;
export const UPLOAD_PART_BYTES = UPLOAD_PART_MB * 1024 * 1024;
export const UPLOADS_OPEN_MAX = 1000;
export const UPLOAD_HOURS = 24;
/** The size of an archive, which is in memory while it is imported. */
export const ARCHIVE_MAX_MB = 256;
export const ARCHIVE_MAX_BYTES = ARCHIVE_MAX_MB * 1024 * 1024;
/** How long transfers and the archives of exports are kept. */
export const TRANSFER_KEPT_DAYS = 7;

/** People of one organisation, guests not included. */
export const MEMBERS_MAX = 10_000;
/** Open invitations of one organisation, and how many it can create in a day. */
export const INVITATIONS_MAX = 1000;
/** Email domains of an organisation. */
export const DOMAINS_MAX = 20;
/** Projects in which the people of an email domain get a role of their own. */
export const DOMAIN_PROJECTS_MAX = 20;
/** How many days people have to wait before they can ask to join again after their request was declined. */
export const JOIN_PAUSE_DAYS = 7;
/** People whom one task, collection or chat is shared with, and links to it. */
export const SHARES_PER_THING = 200;
export const LINKS_PER_THING = 20;
export const INVITATIONS_PER_DAY = 500;
/** Email addresses in one request. */
export const INVITED_AT_ONCE = 100;
/** Projects that one invitation can lead to. */
export const INVITATION_PROJECTS_MAX = 50;
export const INVITATION_DAYS = 7;
/**
 * Emails that one person can have sent to other people's addresses, with all of their accounts and in all organisations:
 * invitations, shared things, and each time that these are sent again.
 */
export const INVITATION_MAILS = {
  /** Whose own address isn't verified. */
  unverified: { hour: 5, day: 10 },
  /** In the first days of an account. */
  new: { hour: 50, day: 100 },
  established: { hour: 250, day: 500 },
} as const;
export const NEW_ACCOUNT_DAYS = 7;
/** Invitations that one address can receive, from all senders together. */
export const INVITATION_MAILS_PER_ADDRESS = 10;
/** How long to wait before an invitation is sent again. */
export const INVITATION_RESEND_SECONDS = 60;
