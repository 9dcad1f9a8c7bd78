import type { RunCaller, RunCallerType } from '#generated/model/index.ts';

/** Caller types for display, singular and plural, in the order of the filter list. */
export const callerKinds: Record<RunCallerType, { one: string; many: string }> = {
  api_key: { one: 'API key', many: 'API keys' },
  oauth_client: { one: 'OAuth client', many: 'OAuth clients' },
  visitor: { one: 'visitor', many: 'Visitors' },
  workflow: { one: 'workflow', many: 'Workflows' },
  user: { one: 'person', many: 'People' },
};

/** `Shop backend (API key)`; people are shown by name only. */
export function callerLabel({ type, name }: RunCaller): string {
  return type === 'user' ? name : `${name} (${callerKinds[type].one})`;
}
