/** An item of a source: a page, a file, a feed entry. */
export interface SourceItem {
  /** The item's permanent identifier in its source: a URL, path or ID. At most 2000 characters. */
  key: string;
  name: string;
  /** The URL for people. */
  url: string | null;
  media_type: string | null;
  /** In bytes. */
  size: number | null;
  /** Changes whenever the content does. Null if the content must be read to notice changes. */
  etag: string | null;
  modified_at: string | null;
  /** Data for the next sync, such as the links of a page. Stored with the item. */
  memo: string | null;
}

/** The content of an item. */
export interface Content {
  bytes: Uint8Array;
  media_type: string | null;
}

/** A listed item. Crawlers have to read pages to list them, so they provide the content at once. */
export interface ListedItem extends SourceItem {
  content?: Content;
}

/** An item that couldn't be read, with the reason. */
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
  /** Keys of deleted items, some of which may never have been listed. */
  deleted?: string[];
  /** Items that can't be read at the moment. Their documents are kept. */
  failed?: MissedItem[];
  /** Items that must not be read, because the site or its robots.txt says so. Their documents are deleted. */
  skipped?: MissedItem[];
  /** Only on the last page. */
  end?: {
    /** The starting point of the next sync. */
    state: State;
    /** Whether the listing is complete, so that items neither listed nor failed no longer exist. */
    complete: boolean;
    /**
     * Whether an unlisted item is really gone, for services with incomplete listings.
     * @throws ConnectorFailure
     */
    isGone?(key: string): Promise<boolean>;
    /** Warnings for people, for example that a limit was reached. */
    note?: string;
  };
}

/** An entry in the file picker. */
export interface BrowseEntry {
  /** The value of `folder`, also used in the source's configuration. */
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
   * Lists changes, page by page.
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

/** The environment of a connector. */
export interface ConnectorContext<Secret> {
  http: Http;
  /** Aborted when the sync is cancelled. Pending calls then throw. */
  signal: AbortSignal;
  /** The maximum number of attempts per request while the other side is busy or failing. */
  attempts: number;
  /** Whether a person waits for it. Only requests that the other side asked us to repeat are then repeated. */
  isInteractive: boolean;
  /** The decrypted credentials; undefined if there are none. After `saveSecret`, the new ones. */
  readonly secret: Secret | undefined;
  /** Stores renewed credentials, for this source and its later syncs. */
  saveSecret(secret: Secret): Promise<void>;
  /** @throws when the signal is aborted */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  now(): number;
  /** The largest item that is read, in bytes. */
  maxBytes: number;
  /**
   * Waits until a large file fits into memory beside those of other syncs. Replaces what was reserved before; 0 gives
   * it back.
   */
  reserve(bytes: number): Promise<void>;
  /**
   * Whether the collection can read a file, by its name and type (only some can read images). Other files aren't
   * listed.
   */
  isReadable(name: string, mediaType: string | null): boolean;
  /** The item as it was last listed, if its document still exists. */
  known(key: string): Promise<KnownItem | undefined>;
}

export interface KnownItem extends SourceItem {
  /** Whether this sync already listed the item before an interruption. */
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
  /** The rate limit was exceeded until `retryAt`. */
  | 'rate_limited'
  | 'unreachable'
  | 'forbidden_by_robots'
  /** More items than a source may have. */
  | 'too_many'
  | 'too_large'
  /** Neither a page nor a document. */
  | 'unsupported'
  /** The configuration or the other side's response is invalid. */
  | 'invalid';

const ABOUT_SOURCE: readonly FailureReason[] = ['unauthorised', 'rate_limited', 'unreachable'];

/** Why something can't be read, and what the person can do about it. */
export class ConnectorFailure extends Error {
  override readonly name = 'ConnectorFailure';
  readonly reason: FailureReason;
  /** When to retry, in milliseconds since 1970. Only if the other side specified it. */
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

  /** Whether the whole source is affected, so that the sync stops and continues later. */
  get isAboutSource(): boolean {
    return ABOUT_SOURCE.includes(this.reason);
  }
}
