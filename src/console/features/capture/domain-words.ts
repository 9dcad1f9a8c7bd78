import { roleLabel } from '#console/modules/people/permission-words.ts';
import type { DomainJoining, EmailDomain } from '#generated/model/index.ts';

export const JOINING_LABELS: Readonly<Record<DomainJoining, string>> = {
  open: 'Join at once',
  request: 'Ask to join',
};

/** `People join at once as members, with a role of their own in Support (editor).` */
export function joiningWords({
  joining,
  role,
  projects,
}: Pick<EmailDomain, 'joining' | 'role' | 'projects'>): string {
  const how = joining === 'open' ? 'People join at once' : 'People ask to join';
  const where = projects.map((one) => `${one.name} (${roleLabel(one.role).toLowerCase()})`);
  if (role === 'guest') return `${how} as guests of ${where.join(', ') || 'no project'}.`;
  const also = where.length > 0 ? `, with a role of their own in ${where.join(', ')}` : '';
  return `${how} as ${role}s${also}.`;
}
