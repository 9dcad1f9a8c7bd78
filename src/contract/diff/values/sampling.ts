import type { SchemaNode } from '../schema/node.ts';
import type { Conjunction } from './atoms.ts';

/** What is known about one place in a value while samples for it are generated. */
export interface Sampling {
  atoms: SchemaNode[];
  /** What the counterparts say about the same place: the source of boundary values. */
  mines: SchemaNode[];
  depth: number;
  generator: Generator;
}

export interface Generator {
  /**
   * Values that satisfy all the schemas, ordinary ones first, at every bound of these schemas and of those in
   * `against`.
   */
  values(schemas: Conjunction, against: readonly SchemaNode[], depth?: number): unknown[];
  /** One value, or undefined when none was found. */
  one(schemas: Conjunction, depth?: number): { value: unknown } | undefined;
}
