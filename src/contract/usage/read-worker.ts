import { parentPort, workerData } from 'node:worker_threads';
import type { NamedOperation } from './operation-names.ts';
import { type ConsoleUsage, openConsole, readUses } from './read-console.ts';
import { readScreens } from './screens.ts';

/** The worker's input; it posts one {@link ConsoleUsage} back. */
export interface ReadRequest {
  root: string;
  operations: readonly NamedOperation[];
}

const { root, operations } = workerData as ReadRequest;
const source = openConsole(root);
const usage: ConsoleUsage = { ...readUses(source, operations), screens: readScreens(source) };
parentPort?.postMessage(usage);
