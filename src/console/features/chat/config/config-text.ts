import { counted } from '#console/ui/display/counted.ts';
import type { ChatConfig } from '#generated/model/index.ts';

interface Names {
  /** The name of the task, or of the only collection. */
  name: string | undefined;
  model: string | undefined;
}

/** What a chat talks to, in a few words: `Handbook · GPT-5 mini`. */
export function configText(config: ChatConfig, { name, model }: Names): string {
  const { type, collection_ids = [] } = config;
  if (type === 'task') return name ?? 'Task';
  const answers = model ?? 'Default model';
  if (type !== 'collections') return answers;
  const [only] = collection_ids;
  const searched =
    collection_ids.length === 1 && only
      ? (name ?? '1 collection')
      : counted(collection_ids.length, 'collection');
  return `${searched} · ${answers}`;
}
