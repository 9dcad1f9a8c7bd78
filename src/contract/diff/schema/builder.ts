import type { Source } from '../source.ts';
import type { Direction } from '../types.ts';
import type { SchemaNode } from './node.ts';

/** Where each `$dynamicRef` leads at this point of the document. */
export type Scope = ReadonlyMap<string, string>;

/** Shared by the functions that build the nodes of one document for one direction. */
export interface Builder {
  direction: Direction;
  source: Source;
  build(raw: unknown, pointer: string, scope: Scope, plain?: boolean): SchemaNode;
}
