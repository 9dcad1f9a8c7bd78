import { bareType, typeByName } from '#core/datasource/document-type.ts';
import { compileScope } from '#core/datasource/glob.ts';
import { SOURCE_ITEMS_MAX, SOURCE_LISTED_MAX } from '#core/limits.ts';
import {
  type ConnectorContext,
  ConnectorFailure,
  type Content,
  type HttpResponse,
  type SourceItem,
} from './connector.ts';
import { inflated } from './request.ts';

/** Selects the files of a source. */
export interface FileScope {
  /** Patterns of paths, such as `docs/**` or `*.md`; none for all. */
  include: string[];
  exclude: string[];
}

/**
 * Filters listed files, and limits their number.
 * @param narrow advice for a source with too many files
 */
export class FileFilter {
  readonly #narrow: string;
  readonly #scope;
  readonly #context: Pick<ConnectorContext<unknown>, 'isReadable'>;
  #listed = 0;
  #taken = 0;

  constructor(
    scope: FileScope,
    context: Pick<ConnectorContext<unknown>, 'isReadable'>,
    narrow: string,
  ) {
    this.#scope = compileScope(scope.include, scope.exclude);
    this.#context = context;
    this.#narrow = narrow;
  }

  /** @throws ConnectorFailure `too_many` */
  takes(path: string, mediaType: string | null = null): boolean {
    this.#listed += 1;
    if (this.#listed > SOURCE_LISTED_MAX) throw this.#tooMany(SOURCE_LISTED_MAX);
    if (!this.#scope.test(path) || !this.#context.isReadable(path, mediaType)) return false;
    this.#taken += 1;
    if (this.#taken > SOURCE_ITEMS_MAX) throw this.#tooMany(SOURCE_ITEMS_MAX);
    return true;
  }

  #tooMany(max: number): ConnectorFailure {
    const message = `There are more than ${max.toLocaleString('en-US')} files. ${this.#narrow}`;
    return new ConnectorFailure('too_many', message);
  }
}

/** @throws ConnectorFailure `too_large`, before anything is sent */
export function requireSize({ size }: SourceItem, { maxBytes }: { maxBytes: number }): void {
  if (size !== null && size > maxBytes) throw tooLarge(maxBytes);
}

/** The content of a downloaded file. */
export async function contentOf(
  response: HttpResponse,
  { name, media_type }: SourceItem,
  context: Pick<ConnectorContext<unknown>, 'maxBytes' | 'reserve'>,
): Promise<Content> {
  const { maxBytes } = context;
  const { body, isCut, headers } = await inflated(response, maxBytes, context);
  if (isCut) throw tooLarge(maxBytes);
  const said = [media_type, headers['content-type'] ?? null];
  const known = said.find((type) => !/octet-stream|^$/.test(bareType(type)));
  return { bytes: body, media_type: known ?? typeByName(name) };
}

export function tooLarge(maxBytes: number): ConnectorFailure {
  const megabytes = Math.round(maxBytes / 1024 / 1024);
  return new ConnectorFailure('too_large', `The file is larger than ${megabytes} MB.`);
}
