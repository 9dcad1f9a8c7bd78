/** Something that a source contains: a page, a file, an entry of a feed. */
export interface SourceItem {
  /** Identifies the item in its source for good: its URL, path or id. At most 2000 characters. */
  key: string;
  name: string;
  /** Where people open it. */
  url: string | null;
  media_type: string | null;
  /** In bytes. */
  size: number | null;
  /** Differs whenever the content does. Null when only reading it tells. */
  etag: string | null;
  modified_at: string | null;
  /** What the connector wants to know in the next sync, such as the links of a page. It is stored with the item. */
  memo: string | null;
}

/** The content of an item. */
export interface Content {
  bytes: Uint8Array;
  media_type: string | null;
}

/** A listed item. Crawling reads pages in order to list them, so that their content needs no second request. */
export interface ListedItem extends SourceItem {
  content?: Content;
}

/** An item that wasn't read, and why. */
export interface MissedItem {
  key: string;
  name: string;
  url: string | null;
  reason: FailureReason;
  message: string;
}

/** One page of changes. */
export interface Changes<State> {
  items: ListedItem[];
  /** Keys that no longer exist. Some of them may never have been listed. */
  deleted?: string[];
  /** Items that can't be read at present. What was read of them before is kept. */
  failed?: MissedItem[];
  /** Items that aren't to be read, because the site or its robots.txt says so. What was read of them before goes. */
  skipped?: MissedItem[];
  /** Only with the last page. */
  end?: {
    /** What the next sync starts from. */
    state: State;
    /** Whether everything was listed, so that items neither listed nor failed no longer exist. */
    complete: boolean;
    /**
     * Whether an item that wasn't listed is really gone, for services whose listings may lack some.
     * @throws ConnectorFailure
     */
    isGone?(key: string): Promise<boolean>;
    /** What the person should know, for example that a limit was reached. */
    note?: string;
  };
}

/** An entry in the file picker. */
export interface BrowseEntry {
  /** The value for `folder`, and for the source's configuration. */
  id: string;
  name: string;
  is_folder: boolean;
  media_type: string | null;
  size: number | null;
  modified_at: string | null;
}

export interface BrowsePage {
  entries: BrowseEntry[];
  next_cursor: string | null;
}

/**
 * Reads one kind of source. Connectors have no state of their own. An interrupted sync starts again without a state:
 * listing is quick, and items with the etag of last time needn't be fetched.
 */
export interface Connector<Config, Secret, State> {
  /**
   * Lists what has changed, page by page.
   * @param state of the last sync, if it ended well with the same configuration; undefined lists everything
   * @throws ConnectorFailure when the sync can't continue
   */
  changes(
    config: Config,
    state: State | undefined,
    context: ConnectorContext<Secret>,
  ): AsyncIterable<Changes<State>>;
  /** @throws ConnectorFailure about this item, or about the whole source (`isAboutSource`) */
  fetch(config: Config, item: SourceItem, context: ConnectorContext<Secret>): Promise<Content>;
  /**
   * Lists a folder for the file picker. Not for sources without folders.
   * @param folder the `id` of an entry; null for the top
   * @throws ConnectorFailure
   */
  browse?(
    config: Config,
    folder: string | null,
    cursor: string | null,
    context: ConnectorContext<Secret>,
  ): Promise<BrowsePage>;
  /**
   * Checks that the source can be read with this configuration.
   * @throws ConnectorFailure with what to do
   */
  check(config: Config, context: ConnectorContext<Secret>): Promise<void>;
}

/** What connectors need from outside. */
export interface ConnectorContext<Secret> {
  http: Http;
  /** Aborted when the sync is cancelled. Whatever is going on then throws. */
  signal: AbortSignal;
  /** How often a request is sent at most while the other side is busy or fails. */
  attempts: number;
  /** Credentials, decrypted. Undefined if there are none. After `saveSecret`, what it stored. */
  readonly secret: Secret | undefined;
  /** Stores renewed credentials, for this source and its later syncs. */
  saveSecret(secret: Secret): Promise<void>;
  /** @throws when the signal is aborted */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  now(): number;
  /** The largest item that is read, in bytes. */
  maxBytes: number;
  /**
   * Whether the collection can read a file, judging by its name and type: some read images, others don't. Files that it
   * can't read aren't listed.
   */
  isReadable(name: string, mediaType: string | null): boolean;
  /** An item as it was listed last, if its document is still there. */
  known(key: string): Promise<KnownItem | undefined>;
}

export interface KnownItem extends SourceItem {
  /** Whether this sync has listed the item already, before it was interrupted. */
  is_listed: boolean;
}

/** The SSRF-safe client: the server's `Outbound.send`. */
export type Http = (request: HttpRequest) => Promise<HttpResponse>;

export interface HttpRequest {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  timeoutMs: number;
  maxBytes: number;
  redirects?: number;
  signal?: AbortSignal;
  /** Whether to read the body, judging by status and headers. The default is true. */
  isWanted?: (response: Pick<HttpResponse, 'status' | 'headers'>) => boolean;
}

export interface HttpResponse {
  /** After redirects. */
  url: string;
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: Uint8Array;
  /** Whether the body was longer than `maxBytes`. */
  isCut: boolean;
}

export type FailureReason =
  /** The credentials are missing, wrong, expired or don't suffice: 'Authentication failed'. */
  | 'unauthorised'
  | 'not_found'
  /** Later, at `retryAt`, it will work. */
  | 'rate_limited'
  | 'unreachable'
  | 'forbidden_by_robots'
  /** More items than a source may have. */
  | 'too_many'
  | 'too_large'
  /** Neither a page nor a document. */
  | 'unsupported'
  /** The configuration or the other side's response makes no sense. */
  | 'invalid';

const ABOUT_SOURCE: readonly FailureReason[] = ['unauthorised', 'rate_limited', 'unreachable'];

/** Why something can't be read, with what the person can do about it. */
export class ConnectorFailure extends Error {
  override readonly name = 'ConnectorFailure';
  readonly reason: FailureReason;
  /** When to try again, in milliseconds since 1970. Only if the other side said so. */
  readonly retryAt: number | undefined;

  constructor(
    reason: FailureReason,
    message: string,
    { retryAt, ...options }: ErrorOptions & { retryAt?: number } = {},
  ) {
    super(message, options);
    this.reason = reason;
    this.retryAt = retryAt;
  }

  /** Whether other items of the source would fail in the same way, so that a sync stops and continues later. */
  get isAboutSource(): boolean {
    return ABOUT_SOURCE.includes(this.reason);
  }
}
