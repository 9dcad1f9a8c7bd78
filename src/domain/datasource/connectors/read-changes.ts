import { URL_MAX } from '#core/limits.ts';
import type { Changes, Connector, ConnectorContext, ListedItem, MissedItem } from './connector.ts';

/** The maximum lengths of a key and of a name, in characters. */
const KEY_MAX = 2000;
const NAME_MAX = 500;

/**
 * Like `Connector.changes`, but with names and keys that are safe to store and show.
 * @throws ConnectorFailure when the sync can't continue
 */
export async function* readChanges<Config, Secret, State>(
  connector: Connector<Config, Secret, State>,
  config: Config,
  state: State | undefined,
  context: ConnectorContext<Secret>,
): AsyncGenerator<Changes<State>> {
  for await (const changes of connector.changes(config, state, context)) {
    const { items, deleted, failed = [], skipped } = changes;
    const refused = items.filter(({ key }) => !isKey(key));
    yield {
      ...changes,
      items: items.filter(({ key }) => isKey(key)).map(tidied),
      deleted: (deleted ?? []).filter(isKey),
      failed: [...failed.map(tidied), ...refused.map(unstorable)],
      skipped: (skipped ?? []).map(tidied),
    };
  }
}

function isKey(key: string): boolean {
  return key.length > 0 && key.length <= KEY_MAX && key.isWellFormed() && !key.includes('\0');
}

function tidied<T extends ListedItem | MissedItem>(item: T): T {
  const key = isKey(item.key) ? item.key : tidyName(item.key, KEY_MAX);
  const isUrl = item.url !== null && item.url.length <= URL_MAX && isKey(item.url);
  const name = tidyName(item.name, NAME_MAX) || tidyName(key, NAME_MAX) || 'Untitled';
  return { ...item, key, name, url: isUrl ? item.url : null };
}

/** A name on one line, without characters that can't be stored or that affect how others are displayed. */
function tidyName(text: string, max: number): string {
  const plain = text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '');
  return plain.trim().slice(0, max).toWellFormed();
}

function unstorable({ key, name, url }: ListedItem): MissedItem {
  const message = `Its path or id is longer than ${KEY_MAX} characters, or isn't valid text.`;
  return tidied({ key, name, url, reason: 'unsupported', message });
}
