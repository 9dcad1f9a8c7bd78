import { compareContent } from './content.ts';
import { note, type Pair, type Part, part, type Site } from './context.ts';

/** By direction: a body that is not always there, and one that is. */
const PRESENCE = {
  request: ['the body is now optional', 'the body is now required'],
  response: ['the body may now be missing', 'the body is now always sent'],
} as const;

/** Compares request bodies: whether there is one, whether it is required, its media types and its schema. */
export function compareBodies(operation: Site, pair: Pair): void {
  const site = { ...operation, where: 'body' };
  const { direction, comparison } = site;
  const isSent = direction === 'request';
  const [before, after] = (['base', 'next'] as const).map((side, index): Part | undefined => {
    const { value, pointer } = pair[index] as Part;
    return value.requestBody === undefined
      ? undefined
      : part(comparison[side].source, value.requestBody, `${pointer}/requestBody`);
  });
  if (!after) {
    const text = isSent ? 'the body is now ignored' : 'no body is sent any more';
    if (before) note(site, 'breaking', 'body-removed', before, text);
    return;
  }
  const isRequired = after.value.required === true;
  if (!before) {
    if (isRequired && isSent)
      note(site, 'breaking', 'required-body-added', after, 'a body is now required');
    else note(site, 'info', 'body-added', after, 'a body is now accepted');
    return;
  }
  if (isRequired !== (before.value.required === true)) {
    const rule = isRequired ? 'body-became-required' : 'body-became-optional';
    const level = isRequired === isSent ? 'breaking' : 'info';
    note(site, level, rule, after, PRESENCE[direction][isRequired ? 1 : 0]);
  }
  compareContent(site, [before, after]);
}
