import type { IdentityFile } from './files.ts';

/** A section of the page about identity: text, commands, files, and what comes after them. */
export interface Section {
  id: string;
  title: string;
  text: string;
  code?: string;
  files?: readonly IdentityFile[];
  after?: string;
}
