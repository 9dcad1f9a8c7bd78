import { WRITERS } from '../compose/writers/writers.ts';
import type { Assistant } from './assistant.ts';
import { ASSISTANTS } from './assistants.ts';

/** The product's own tasks: its assistants and the steps of articles. */
export const HOUSE_TASKS: readonly Assistant[] = [
  ...Object.values(ASSISTANTS),
  ...Object.values(WRITERS),
];
