import type { Model } from '#generated/model/index.ts';

/** The models that this server, or these mocks, know of. */
export interface ModelPort {
  /** All of them in the order of lists, also those that cannot be called. */
  list(): Promise<Model[]>;
  /** The model of this id; undefined when there is no such model. */
  find(id: string): Model | undefined;
}
