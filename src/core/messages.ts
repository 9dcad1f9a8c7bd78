import type { ProblemCode } from '#generated/model/index.ts';
import { AVATAR_MAX_MB } from './limits.ts';

/** The message when there is no specific one. */
export const GENERIC_MESSAGE =
  'There was a problem, it has been reported to our team. Please try again later.';

/** In place of a chat's title, for people who may not view it. */
export const PRIVATE_CHAT = 'Private chat';

/** The fixed messages of the specification (sections 2, 5 and 8), verbatim, by area. */
export const MESSAGES = {
  app: {
    title: 'Your app, but smarter - rapid LLM prototyping and deployment',
    offlineTitle: 'Unstable Connection',
    offlineText: 'You are currently offline. Please check your internet connection.',
    generic: GENERIC_MESSAGE,
    unexpected: 'unexpected error',
    environment: 'Invalid environment variables',
  },
  image: {
    unsupported: 'This type of image is not supported, check the file type and try again.',
    unreadable: "We couldn't process this avatar, please try a different image.",
    tooLarge: (megabytes: number) => `Please upload file under ${megabytes}mb`,
  },
  document: {
    unsupported: 'This file type is not supported.',
    unreadable: "We couldn't process this document, please try a different version.",
    badUrl: 'Please enter a valid/supported URL.',
    embeddings:
      "We couldn't extract embeddings from this document, please try a different version.",
    updates: "Can't process the document updates.",
    nextPage: 'Unable to fetch next page',
  },
  source: {
    sync: "We couldn't sync this collection, please try again.",
    notCrawlable: 'It is not possible to crawl this URL.',
    urls: "We couldn't process these URLs, please check and try again.",
    syncDocuments: 'cannot able to sync documents',
  },
  chat: {
    noCollections: 'There are no collections in this project.',
    notFound: "Couldn't find a corresponding chat.",
    connection: 'Unable to establish a connection to the chat server.',
    realtime: 'Unable to connect to the real-time chat server.',
    create: 'Unable to create chat.',
    denied: "You don't have permission to view this chat.",
    collectionDenied: "You don't have permission to view this collection chats",
  },
  collection: {
    edit: 'Cannot edit the collection.',
    removeDocument: 'Cannot remove the document.',
    addDocument: 'Unable to add the document.',
  },
  compose: {
    badJson: 'Invalid JSON detected from the LLM.',
    badResponse: 'Invalid response sent from the LLM.',
    unchanged: 'Some sections may remain unchanged due to parsing issues',
    headingNeeded: 'A blog outline heading is required',
    sectionHeading: 'Blog sections must start with second-level headings',
  },
  settings: {
    invite: 'Unable to invite',
    inviteBecause: (reason: string) => `Unable to invite: ${reason}`,
    org: 'Unable to update Org settings.',
    member: "Can't update member.",
    project: 'Unable to update project settings.',
    createProject: 'Unable to create project.',
    files: 'Authentication failed',
    profile: 'There was a problem updating your profile. Please try again later.',
    cancelInvite: "Can't cancel this invite.",
    roles: 'Unable to update roles.',
    redirectUriNeeded: 'An OAuth client needs at least one redirect URI',
  },
  task: {
    limit: 'You have reached the maximum number of tasks',
    webhook: 'Unable to attach selected webhook',
    activate: 'Unable to set the revision as active.',
    balance: 'Insufficient balance. Please upgrade your plan or add credits to continue.',
    promptsNeeded: 'A task needs a user prompt and a system prompt',
    promptSyntax: 'Prompt variables must be plain words; literal braces must be doubled',
    retrievalNeedsParameter: 'A task with retrieval enabled needs at least one parameter defined',
    variableName: 'Input variable names may contain only alphabetic characters',
    outputEmpty: 'The output format needs at least one item',
    nameTaken: 'Task names must be unique',
  },
} as const;

/** What is wrong with a field, where the specification leaves the message open. For tasks: `TASK_VALIDATION`. */
export const VALIDATION = {
  nameNeeded: 'A name is required',
  titleNeeded: 'A title is required',
  topicNeeded: 'Enter a topic',
  textNeeded: 'Write at least one section',
  sectionTooLong: (max: number) =>
    `A section can have at most ${max.toLocaleString('en-US')} characters. Split it in two.`,
  urlNeeded: 'Must be an http or https URL',
  eventsNeeded: 'Choose at least one event',
  fileTooLarge: (megabytes: number) => `Must be at most ${megabytes} MB`,
  fileEmpty: 'The file is empty',
  checkPattern: (reason: string) => `Invalid regular expression: ${reason}`,
} as const;

/** Messages about fields that don't follow the pattern of `fieldProblem`, by rule and field. */
const FIELD_MESSAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  missing: {
    name: VALIDATION.nameNeeded,
    title: VALIDATION.titleNeeded,
    topic: VALIDATION.topicNeeded,
    publisher: 'A publisher is required',
    url: VALIDATION.urlNeeded,
  },
  noneChosen: { events: VALIDATION.eventsNeeded },
  invalid: { url: VALIDATION.urlNeeded },
};

/**
 * The message for a field that breaks a rule of the contract.
 * @param field its name in the contract, or what the form calls it
 * @param limit of the rule
 */
export function fieldProblem(
  rule:
    | 'missing'
    | 'noneChosen'
    | 'invalid'
    | 'tooLong'
    | 'tooShort'
    | 'tooMany'
    | 'tooLarge'
    | 'tooSmall',
  field: string,
  limit = 0,
): string {
  const special = FIELD_MESSAGES[rule]?.[field];
  if (special !== undefined) return special;
  const label = field.replace(/_id$/, '').replaceAll('_', ' ');
  const article = /^[aeiou]/i.test(label) ? 'an' : 'a';
  const most = limit.toLocaleString('en-US');
  switch (rule) {
    case 'missing':
      return `${field.endsWith('_id') ? 'Choose' : 'Enter'} ${article} ${label}`;
    case 'noneChosen':
      return 'Choose at least one';
    case 'invalid':
      return `Enter a valid ${label}`;
    case 'tooLong':
      return `Must be at most ${most} characters`;
    case 'tooShort':
      return `Must be at least ${most} characters`;
    case 'tooMany':
      return `At most ${most}`;
    case 'tooLarge':
      return `Must be at most ${most}`;
    case 'tooSmall':
      return `Must be at least ${most}`;
  }
}

/** What someone was doing when an error occurred. Actions without a message in the tables below get the generic one. */
export type MessageArea =
  | 'task.create'
  | 'task.update'
  | 'task.run'
  | 'task.delete'
  | 'task.activate'
  | 'task.webhook'
  | 'org.create'
  | 'org.join'
  | 'org.update'
  | 'project.create'
  | 'project.update'
  | 'member.update'
  | 'member.roles'
  | 'invitation.cancel'
  | 'profile.update'
  | 'avatar.update'
  | 'collection.update'
  | 'document.add'
  | 'document.urls'
  | 'document.update'
  | 'document.remove'
  | 'datasource.sync'
  | 'datasource.files'
  | 'chat.create'
  | 'chat.update'
  | 'article.write'
  | 'oauth.change'
  | 'assistant.ask';

const AREA_MESSAGES: Readonly<Partial<Record<MessageArea, string>>> = {
  'task.activate': MESSAGES.task.activate,
  'task.webhook': MESSAGES.task.webhook,
  'org.update': MESSAGES.settings.org,
  'project.create': MESSAGES.settings.createProject,
  'project.update': MESSAGES.settings.project,
  'profile.update': MESSAGES.settings.profile,
  'datasource.sync': MESSAGES.source.sync,
};

/** What begins the message of a failure in an area. The problem's reason follows, because it says what to do. */
const AREA_OPENINGS: Readonly<Partial<Record<MessageArea, string>>> = {
  'collection.update': MESSAGES.collection.edit,
  'document.add': MESSAGES.collection.addDocument,
  'document.urls': MESSAGES.source.urls,
  'document.update': MESSAGES.document.updates,
  'document.remove': MESSAGES.collection.removeDocument,
  'chat.create': MESSAGES.chat.create,
  'member.update': MESSAGES.settings.member,
  'member.roles': MESSAGES.settings.roles,
  'invitation.cancel': MESSAGES.settings.cancelInvite,
};

const CODE_MESSAGES: Readonly<Partial<Record<ProblemCode, string>>> = {
  insufficient_balance: MESSAGES.task.balance,
  task_limit_reached: MESSAGES.task.limit,
  unsupported_image: MESSAGES.image.unsupported,
  image_unreadable: MESSAGES.image.unreadable,
  compose_json_invalid: MESSAGES.compose.badJson,
  compose_response_invalid: MESSAGES.compose.badResponse,
};

/**
 * The specified message for a problem, or undefined if there is none; then the problem's own `detail` is more helpful
 * than a fixed text.
 */
export function specifiedMessage(code: ProblemCode, area?: MessageArea): string | undefined {
  // Only the problem itself says what there is too much of.
  if (code === 'limit_reached') return undefined;
  if (code === 'payload_too_large' && area === 'avatar.update')
    return MESSAGES.image.tooLarge(AVATAR_MAX_MB);
  if (code === 'datasource_unauthorized' && area === 'datasource.files')
    return MESSAGES.settings.files;
  // It begins with the specified message, and goes on with the reason.
  if (code.startsWith('datasource_')) return undefined;
  if (code === 'name_taken' && area?.startsWith('task.')) return MESSAGES.task.nameTaken;
  return CODE_MESSAGES[code] ?? (area && AREA_MESSAGES[area]);
}

/** The specified message of an area that the problem's reason follows; undefined for other areas. */
export function openingMessage(area: MessageArea | undefined): string | undefined {
  return area && AREA_OPENINGS[area];
}

/** The specified message for a problem, or the generic one. */
export function problemMessage(code: ProblemCode, area?: MessageArea): string {
  return specifiedMessage(code, area) ?? GENERIC_MESSAGE;
}
