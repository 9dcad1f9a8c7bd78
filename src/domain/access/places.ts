import type { StandingPort } from '../authorise.ts';
import type { Stores } from '../stores.ts';

/** Where things are, by their tables. */
export function placesIn({
  task: { tasks },
  collection: { collections },
  run: { runs },
  chat: { chats },
}: Stores): Omit<StandingPort, 'of'> {
  return {
    async projectOf(type, id) {
      if (type !== 'task' && type !== 'collection') return undefined;
      return (await (type === 'task' ? tasks : collections).find({ id }))?.project_id;
    },
    runOf: (id) => runs.find({ id }),
    chatOf: (id) => chats.find({ id }),
  };
}
