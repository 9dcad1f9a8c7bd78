import { isObject } from '#core/json/is-object.ts';
import { applied } from './rules.ts';
import type { Source } from './source.ts';
import type { Bump, Change } from './types.ts';

/** The version bump that the changes require; in a 0.x version, the minor number acts as the major one. */
export function bumpFor(base: Source, next: Source, changes: readonly Change[]): Bump {
  if (changes.some(({ level }) => level === 'breaking')) return 'major';
  if (changes.length > 0) return 'minor';
  return JSON.stringify(contentOf(base)) === JSON.stringify(contentOf(next)) ? 'none' : 'patch';
}

/** A warning when `info.version` was not raised enough. */
export function versionWarning(base: Source, next: Source, bump: Bump): Change | undefined {
  const [before, after] = [versionOf(base), versionOf(next)];
  const [from, to] = [numbersOf(before), numbersOf(after)];
  if (bump === 'none' || (from && to && isRaised(from, to, bump))) return undefined;
  const help = from ? ` Expected ${raise(from, bump).join('.')} or higher.` : '';
  const said = { was: before, is: after, bump, help };
  const { message, ...found } = applied('version-not-raised', 'response', said);
  const place = { operation: 'document', pointer: '/info/version' };
  return { ...found, ...place, direction: 'response', message };
}

function isRaised(from: number[], to: number[], bump: Bump): boolean {
  const least = raise(from, bump);
  const at = least.findIndex((number, index) => number !== to[index]);
  return at === -1 || (to[at] ?? 0) > (least[at] ?? 0);
}

function raise([major = 0, minor = 0, patch = 0]: number[], bump: Bump): number[] {
  if (bump === 'major') return major > 0 ? [major + 1, 0, 0] : [0, minor + 1, 0];
  return bump === 'minor' && major > 0 ? [major, minor + 1, 0] : [major, minor, patch + 1];
}

function numbersOf(version: string): number[] | undefined {
  const found = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version);
  return found?.slice(1).map((part) => Number(part ?? 0));
}

function versionOf({ root }: Source): string {
  const info = isObject(root) && isObject(root.info) ? root.info : {};
  return typeof info.version === 'string' ? info.version : 'missing';
}

/** The document without the version itself. */
function contentOf({ root }: Source): unknown {
  if (!isObject(root)) return root;
  return { ...root, info: { ...(isObject(root.info) ? root.info : {}), version: '' } };
}
