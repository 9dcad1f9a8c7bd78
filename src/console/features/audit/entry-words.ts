import type {
  AuditActor,
  AuditEntry,
  AuditTarget,
  AuditTargetType,
} from '#generated/model/index.ts';

/** Things that people call something other than their type in the contract. */
const NAMES: Readonly<Partial<Record<AuditTargetType, string>>> = {
  org: 'organisation',
  domain: 'email domain',
  join_request: 'request to join',
  api_key: 'API key',
  oauth_client: 'OAuth client',
  oauth_grant: 'OAuth grant',
  question: 'test question',
  datasource: 'data source',
  widget: 'chat widget',
};

/** What things are called: one, and many of them. */
export function wordsFor(type: AuditTargetType): { one: string; many: string } {
  if (type === 'share') return { one: 'shared access', many: 'shared access' };
  const one = NAMES[type] ?? type.replaceAll('_', ' ');
  return { one, many: type === 'join_request' ? 'requests to join' : `${one}s` };
}

/** Actions whose operation says too little or too much, in the infinitive. `{}` stands for what they are about. */
const PHRASES: Readonly<Record<string, string>> = {
  createTaskRevision: 'save a revision of {}',
  activateTaskRevision: 'set the active revision of {}',
  replaceTaskEnvironment: 'change an environment of {}',
  deleteTaskEnvironment: 'delete an environment of {}',
  replaceTaskWebhook: 'change the webhook of {}',
  addChatCase: 'create {}',
  importDatasetCases: 'import {}',
  disableWebhook: 'disable {}, whose deliveries failed',
  endAccess: 'delete {} of an account that was taken over by the owner of its address',
  rotateWebhookSecret: 'rotate the secret of {}',
  rotateToolSecret: 'rotate the secret that signs tool calls',
  replaceToolCredential: 'set {}',
  correctPrices: 'correct the prices of past runs of {}',
  createSampleCollection: 'create {}',
  createCollectionIndex: 'start a new index of {}',
  activateCollectionIndex: 'switch the index of {}',
  deleteCollectionIndex: 'delete an index of {}',
  uploadPart: 'upload {}',
  uploadDocument: 'upload {}',
  createDocument: 'add {}',
  createDocumentsFromUrls: 'add {}',
  completeDatasourceConnection: 'connect an account to {}',
  shareChat: 'change who can view {}',
  createChatLink: 'create a public link to {}',
  revokeChatLink: 'revoke a public link to {}',
  rotateWidgetKey: 'rotate the key of {}',
  replaceAuditRetention: 'change how long the audit log is kept',
  leaveOrg: 'leave the organisation as {}',
  leaveProject: 'leave the project as {}',
  replaceProjectSpendLimit: 'change the spend limit of {}',
  replaceApiKeySpendLimit: 'change the spend limit of an API key of {}',
  createSpendAlert: 'create a spend alert for {}',
  deleteSpendAlert: 'delete a spend alert for {}',
  replaceAutoTopUp: 'change the automatic top-up of {}',
  createTopUp: 'buy credits for {}',
  createCheckout: 'start a subscription for {}',
  changePlan: 'change the plan of {}',
  cancelPlan: 'cancel the plan of {}',
  resumePlan: 'keep the plan of {}',
  createCardSetup: 'add a card to {}',
  openBillingPortal: 'open the billing portal of {}',
  replaceTaxId: 'change the tax ID of {}',
  deleteTaxId: 'delete the tax ID of {}',
  exportRuns: 'export the runs of {}',
  exportLedger: 'export the ledger of {}',
  exportUsage: 'export the usage of {}',
  downloadTransfer: 'download an export of {}',
  deactivateUser: 'deactivate {} at the identity service',
  reactivateUser: 'reactivate {} at the identity service',
  transferOrgOwnership: 'transfer ownership and change {}',
};

/** Actions that also end what people leave behind: keys, apps, invitations and links. */
const REMOVALS: ReadonlySet<string> = new Set([
  'updateOrgMembers',
  'removeOrgMember',
  'leaveOrg',
  'updateProjectMembers',
  'removeProjectMember',
  'leaveProject',
]);

/** Verbs of operations that people wouldn't use. */
const VERBS: Readonly<Record<string, string>> = { update: 'change', replace: 'change' };
const PAST: Readonly<Record<string, string>> = {
  set: 'set',
  resend: 'resent',
  leave: 'left',
  send: 'sent',
  cancel: 'cancelled',
  transfer: 'transferred',
  begin: 'began',
  buy: 'bought',
  keep: 'kept',
};

/** What an entry says, as a sentence without who: `Renamed task “Reviews”`. */
export function describeEntry({ action, target, count, outcome }: AuditEntry): string {
  const phrase = phraseOf(action, target);
  const sentence = phrase.replace('{}', () => nameOf(target, outcome === 'refused' ? 1 : count));
  if (outcome === 'refused') return `Tried to ${sentence}`;
  const [verb = '', ...rest] = sentence.split(' ');
  return capitalised([past(verb), ...rest].join(' '));
}

function phraseOf(action: string, { type }: AuditTarget): string {
  if (REMOVALS.has(action) && type !== 'member') {
    const what = type === 'widget' ? 'replace the key of {}' : 'end {}';
    return `${what} together with the access of a person`;
  }
  return PHRASES[action] ?? `${verbOf(action)} {}`;
}

/** `task “Reviews”`, `a task`, `25 tasks` */
function nameOf({ type, id, name }: AuditTarget, count: number): string {
  const { one, many } = wordsFor(type);
  if (count > 1 && id === null) return `${count.toLocaleString('en-US')} ${many}`;
  if (name !== null) return `${one} “${name}”`;
  return type === 'org' || type === 'audit_log'
    ? `the ${one}`
    : `${/^[aeiouA]/.test(one) && one !== 'user' ? 'an' : 'a'} ${one}`;
}

/** `createTask` → `create` */
function verbOf(action: string): string {
  const verb = /^[a-z]+/.exec(action)?.[0] ?? action;
  return VERBS[verb] ?? verb;
}

function past(verb: string): string {
  const irregular = PAST[verb];
  if (irregular !== undefined) return irregular;
  if (verb.endsWith('y')) return `${verb.slice(0, -1)}ied`;
  return verb.endsWith('e') ? `${verb}d` : `${verb}ed`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `Ada Lovelace`, `Backend (API key of Ada Lovelace)` */
export function actorLabel({ type, name, person }: AuditActor): string {
  const kind = {
    user: null,
    api_key: 'API key',
    oauth_client: 'app',
    visitor: 'visitor',
    system: null,
  }[type];
  if (kind === null) return name;
  return person?.name ? `${name} (${kind} of ${person.name})` : `${name} (${kind})`;
}
