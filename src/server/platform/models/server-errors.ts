import type { ProblemCode } from '#generated/model/index.ts';
import type { ModelOrigin } from './endpoints/endpoint.ts';
import type { ServerError } from './server-words.ts';

/** How one kind of error is recognised, and what we make of it. */
interface Row {
  /** Statuses, as a test. Any if absent. */
  status?: (status: number) => boolean;
  /** The server's own words or code. Any if absent. */
  words?: RegExp;
  isPage?: boolean;
  code: ProblemCode;
  /** One or two sentences: what is wrong, and what to do. */
  say: (given: Said) => string;
  /** Whether the same request may succeed soon. */
  isTemporary?: boolean;
  /** Whether the server doesn't take the request in this form. */
  isRefusal?: boolean;
}

interface Said extends ServerError {
  /** The provider, at the beginning of a sentence. */
  who: string;
  origin: ModelOrigin;
  /** The words, short and without a full stop at the end. */
  quote: string;
}

const is =
  (...statuses: number[]) =>
  (status: number) =>
    statuses.includes(status);
const checkUrl = ({ settings }: ModelOrigin) => `Check ${settings.url}: most addresses end in /v1.`;

const CONTEXT =
  /exceed_context_size|context_length_exceeded|ContextWindowExceeded|(maximum|max|available|model'?s?) context (length|size|window)|exceeds? (the )?(maximum )?context|context (length|window|size|limit).{0,40}exceed|(prompt|input|request) is too long|too many (input |prompt )?tokens|(input|prompt) (length|tokens?).{0,60}(exceed|greater than|longer than)|too large to process/i;
const MODERATION =
  /requires moderation|input was flagged|content[_ ]management policy|content_policy|content_filter|responsibleai|usage policies|flagged as|safety (system|filter)|moderation_blocked/i;
const CREDIT =
  /insufficient_quota|insufficient (credits|balance|funds)|exceeded your current quota|credit balance is too low|billing_hard_limit|out of credits|payment required/i;
const IMAGES =
  /(image|vision|multimodal).{0,40}(not|n't) (be )?(support|accept|allow)|(not|n't) (support|accept).{0,30}(image|vision|multimodal)|not a multimodal model|mmproj|at most 0 image|image input|unsupported.{0,30}image|only 'text' content/i;
const TOOLS =
  /(not|n't) support (tools|function|tool)|tool use is not supported|tool[_ ]choice|enable-auto-tool-choice|requires? --jinja|(tools?|functions?) (is|are|calling is) not (supported|enabled)|support tool use/i;
const FORMAT =
  /grammar|initialize samplers|json[_ ]?schema|response_?format|structured.?output|guided_|xgrammar|outlines/i;
const KEY =
  /api[_ -]?key|unauthori[sz]ed|authentication|no_db_connection|invalid (token|credentials)|No auth credentials/i;
/** A gateway passes on what another server said. */
const BEHIND = /^litellm\.AuthenticationError/;
/** FastAPI's, which llama-cpp-python sends with 500. */
const INVALID = /^\d+ validation errors?:/;
const MODEL =
  /model.{0,120}(not found|does(n't| not) exist|not exist|is unknown|invalid|not available|not supported|no longer)|(invalid|unknown|no such|not a valid|unsupported) model|no endpoints found|try pulling|model_not_found|^model: |no allowed providers/i;
/** What servers say about an address that they don't know. The words are followed by the code. */
const PATH =
  /^\n|^(file |page )?not found\b|page not found|invalid url|cannot (post|get)|method not allowed|(no|unknown|unsupported|matching) (such )?(route|path|url|api endpoint|endpoint|request url)\b|route .{0,80}not found|no such (path|route)/i;
const LOADING = /loading|warming up|starting up|currently unavailable.*load/i;
const MEMORY = /system memory|out of memory|requires more .*memory|CUDA error|insufficient memory/i;

/** The table: the first row that fits counts. */
export const ROWS: readonly Row[] = [
  {
    status: (status) => status >= 300 && status < 400,
    code: 'model_failed',
    say: ({ who, origin, status, location }) =>
      `${who} redirects to ${location ?? 'another address'} (${status}), and API calls aren't redirected. Set ${origin.settings.url} to where its API is.`,
  },
  {
    isPage: true,
    status: is(401, 403),
    code: 'model_failed',
    say: ({ who, origin, status }) =>
      `${who} answered with a web page (${status}): a proxy or firewall in front of it blocks this server. Allow it there, or check ${origin.settings.url}.`,
  },
  {
    isPage: true,
    status: (status) => status < 500,
    code: 'model_failed',
    say: ({ who, origin, status }) =>
      `${who} answered with a web page (${status}) instead of an API response. ${checkUrl(origin)}`,
  },
  {
    words: CREDIT,
    code: 'model_failed',
    say: ({ who, quote }) =>
      `The account at ${low(who)} has no credit left: ${quote}. Top it up, or use another key.`,
  },
  {
    status: is(402),
    code: 'model_failed',
    say: ({ who }) =>
      `The account at ${low(who)} has no credit left (402). Top it up, or use another key.`,
  },
  {
    status: (status) => status !== 429,
    words: CONTEXT,
    code: 'prompt_too_long',
    say: ({ origin, quote }) => `The prompt is too long for ${origin.model}: ${quote}`,
  },
  {
    status: is(413),
    code: 'prompt_too_long',
    say: ({ origin, quote }) =>
      `The prompt is too long for ${origin.model}${quote === '' ? ' (413)' : `: ${quote}`}`,
  },
  {
    status: is(400, 403, 422, 451),
    words: MODERATION,
    code: 'model_refused',
    say: ({ who, quote }) =>
      `The content filter of ${low(who)} rejected the request: ${quote}. Change the prompt or the inputs.`,
  },
  {
    status: is(400, 404, 415, 422, 500, 501),
    words: IMAGES,
    code: 'model_refused',
    say: ({ origin, quote }) =>
      `${origin.model} doesn't accept images or files (${quote}). Remove them, or choose a model that does.`,
  },
  {
    status: is(400, 404, 422, 500, 501),
    words: TOOLS,
    code: 'model_refused',
    say: ({ origin, quote }) =>
      `${origin.model} can't call tools there (${quote}). Enable tools on that server, or choose another model.`,
    isRefusal: true,
  },
  {
    status: is(400, 422, 500, 501),
    words: FORMAT,
    code: 'model_refused',
    say: ({ origin, quote }) =>
      `${origin.model} doesn't accept the output format there: ${quote}. Simplify the output fields, or choose another model.`,
    isRefusal: true,
  },
  {
    words: INVALID,
    code: 'model_refused',
    say: ({ who, status, quote }) => `${who} rejected the request (${status}): ${quote}`,
    isRefusal: true,
  },
  {
    status: is(400, 401, 403, 404, 422),
    words: MODEL,
    code: 'model_not_found',
    say: ({ who, origin, quote }) =>
      `${who} has no model named ${origin.model} (${quote}). Choose another model.`,
  },
  {
    status: is(401),
    words: BEHIND,
    code: 'model_unauthorized',
    say: ({ who, quote }) =>
      `${who} isn't authorised at the server behind it (${quote}). Check the keys in its own configuration.`,
  },
  {
    status: is(401),
    code: 'model_unauthorized',
    say: ({ who, origin }) => keyRefused(who, origin),
  },
  {
    status: is(403),
    code: 'model_unauthorized',
    say: ({ who, origin, quote }) =>
      keyRefused(who, origin, { reason: quote, advice: ', and what it may be used for' }),
  },
  {
    status: is(400),
    words: KEY,
    code: 'model_unauthorized',
    say: ({ who, origin, quote }) => keyRefused(who, origin, { reason: quote }),
  },
  {
    status: (status) => status === 404 || status === 405,
    words: PATH,
    code: 'model_failed',
    say: ({ who, origin, status }) =>
      `${who} has no chat API at this address (${status}). ${checkUrl(origin)}`,
  },
  {
    status: is(404),
    code: 'model_not_found',
    say: ({ who, origin, quote }) =>
      `${who} says “${quote}” (404). Check the model's name (${origin.model}), and ${origin.settings.url}.`,
  },
  {
    status: is(429),
    code: 'model_rate_limited',
    say: ({ who, retryAfter }) =>
      `${who} is rate-limiting requests. Try again ${retryAfter === undefined ? 'later' : `in ${retryAfter} seconds`}.`,
    isTemporary: true,
  },
  {
    status: is(408, 504, 524),
    code: 'model_timeout',
    say: ({ who, status }) => `${who} timed out (${status}). Try again.`,
    isTemporary: true,
  },
  {
    status: (status) => status < 500,
    code: 'model_refused',
    say: ({ who, status, quote }) => `${who} rejected the request (${status}): ${quote}`,
    isRefusal: true,
  },
  {
    words: MEMORY,
    code: 'model_failed',
    say: ({ who, quote }) =>
      `${who} doesn't have enough memory for this model: ${quote}. Choose a smaller model, or free memory there.`,
  },
  {
    status: is(503),
    words: LOADING,
    code: 'model_failed',
    say: ({ who }) => `${who} is still loading the model (503). Try again in a minute.`,
    isTemporary: true,
  },
  {
    status: is(529),
    code: 'model_failed',
    say: ({ who }) => `${who} is overloaded (529). Try again later.`,
    isTemporary: true,
  },
  {
    status: is(501),
    code: 'model_refused',
    say: ({ who, quote }) => `${who} doesn't support this request (501): ${quote}`,
    isRefusal: true,
  },
  {
    code: 'model_failed',
    say: ({ who, status, quote }) =>
      `${who} failed${status === undefined ? '' : ` (${status})`}${quote === '' ? '' : `: ${quote}`}. Try again later.`,
    isTemporary: true,
  },
];

/**
 * What to do about a server that doesn't accept the key, or wants one.
 * @param who the server, at the beginning of a sentence
 */
export function keyRefused(
  who: string,
  { hasKey, settings }: Pick<ModelOrigin, 'hasKey' | 'settings'>,
  { reason = '', advice = '' } = {},
): string {
  return hasKey
    ? `${who} rejected the API key${because(reason)}. Check ${settings.key}${advice}.`
    : `${who} requires an API key${because(reason)}, and none is set. Set ${settings.key}.`;
}

/** The row that fits an error. */
export function rowOf({ status = 500, words, code, isPage }: ServerError): Row {
  const all = `${words}\n${code}`;
  const fits = (row: Row) =>
    (row.status?.(status) ?? true) &&
    (row.words?.test(all) ?? true) &&
    (row.isPage === undefined || row.isPage === isPage);
  return ROWS.find(fits) ?? (ROWS.at(-1) as Row);
}

function low(who: string): string {
  return who.startsWith('The ') ? `the ${who.slice(4)}` : who;
}

function because(quote: string): string {
  return quote === '' ? '' : ` (${quote})`;
}
