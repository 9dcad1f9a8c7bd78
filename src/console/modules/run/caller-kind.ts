import type { RunCaller, RunCallerType } from '#generated/model/index.ts';

/** What runs tasks, as people say it: of one, and of several. Those that a list shows first stand first. */
export const callerKinds: Record<RunCallerType, { one: string; many: string }> = {
  api_key: { one: 'API key', many: 'API keys' },
  oauth_client: { one: 'OAuth client', many: 'OAuth clients' },
  workflow: { one: 'workflow', many: 'Workflows' },
  user: { one: 'person', many: 'People' },
};

/** `Shop backend (API key)`; people need no word for what they are. */
export function callerLabel({ type, name }: RunCaller): string {
  return type === 'user' ? name : `${name} (${callerKinds[type].one})`;
}
