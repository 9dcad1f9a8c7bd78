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

/** Messages that the specification leaves open: what is wrong with a task, its inputs or its output. */
export const VALIDATION = {
  nameNeeded: 'A name is required',
  urlNeeded: 'Must be an http or https URL',
  eventsNeeded: 'Choose at least one event',
  tagTwice: 'Tags must be unique',
  variableTwice: 'Input variable names must be unique',
  fieldName:
    'Output names must start with a letter and contain only letters, digits and underscores',
  fieldTwice: 'Output names must be unique',
  fieldsNeeded: 'An object needs at least one field',
  fieldsTooDeep: (max: number) => `Fields can be nested at most ${max} levels deep`,
  fieldsTooMany: (max: number) =>
    `The output format can have at most ${max} fields, counting all levels`,
  optionsNeeded: 'A choice needs at least one option',
  optionEmpty: 'An option cannot be empty',
  optionTwice: 'Options must be unique',
  modelNeeded: 'Choose a model',
  modelUnknown: 'Unknown model',
  refused: 'The model refused',
  modelImages: (name: string) =>
    `The model doesn't support images, and {${name}} is one. Choose another model.`,
  modelTools: "The model doesn't support tools. Choose another model, or remove the tools.",
  fileInSystemPrompt: (name: string) =>
    `{${name}} is a file and can only be used in the user prompt`,
  toolName:
    'Tool names must start with a letter and contain only letters, digits, underscores and hyphens',
  toolTwice: 'Tool names must be unique',
  toolDescription: 'A description is required: it tells the model when to use the tool',
  toolUrlNeeded: 'A URL is required',
  toolUrl: 'Must be an http or https URL without a user name',
  toolReplyNeeded: 'A mock tool needs at least one saved reply',
  toolReplyTwice: 'Names of saved replies must be unique',
  toolChoiceEmpty: 'Add a tool, or let the model respond without one',
  toolChoiceUnknown: (name: string) => `No tool is named ${name}`,
  toolChoiceNeeded: 'Choose the required tool',
  collectionsNeeded: 'Choose at least one collection',
  collectionTwice: 'Each collection can be used only once',
  queryVariable: 'Choose the query variable',
  queryVariableType: (name: string) => `{${name}} is a file and cannot be the query`,
  unknownVariable: (name: string) => `{${name}} isn't defined`,
  unusedVariable: (name: string) => `{${name}} isn't used in the prompts`,
  inputMissing: (name: string) => `${name} is required`,
  inputUnknown: (name: string) => `The task has no input named ${name}`,
  inputTooLong: (max: number) => `Must be at most ${max.toLocaleString('en-US')} characters`,
  notText: 'Must be text',
  notNumber: 'Must be a number',
  notInteger: 'Must be a whole number',
  notBoolean: 'Must be true or false',
  notOption: (options: readonly string[]) => `Must be one of: ${options.join(', ')}`,
  notList: 'Must be a list',
  notListItem: 'Must be text, a number, true or false',
  notTextList: 'Must be a list of text',
  notImage: 'Must be a data URL of a PNG, JPEG, WebP or GIF image',
  notFile: 'Must be a data URL of a PDF, text, Markdown, CSV or JSON file',
  fileTooLarge: (megabytes: number) => `Must be at most ${megabytes} MB`,
  notJson: 'Must be valid JSON',
  notObject: 'Must be a JSON object',
  outputMissing: (name: string) => `${name} is missing`,
  evaluationRequired: (revision: number) =>
    `Evaluate revision ${revision} first: this task only activates revisions whose latest evaluation shows no regressions and covers all cases.`,
  fileEmpty: 'The file is empty',
  caseLimit: (max: number) => `A dataset can have at most ${max.toLocaleString('en-US')} cases`,
  importRows: (max: number) => `Only the first ${max.toLocaleString('en-US')} rows were read`,
  importText: (max: number) =>
    `At most ${max.toLocaleString('en-US')} characters at a time. Import it in parts.`,
  importColumns: (max: number) => `At most ${max.toLocaleString('en-US')} columns are allowed`,
  importEmpty: 'No rows found',
  fieldUnknown: 'The output has no such field',
  checkField: 'Required by this check',
  checkPattern: (reason: string) => `Invalid regular expression: ${reason}`,
  outputUnknown: (name: string) => `${name} is not part of the output format`,
} as const;

/** What someone was doing when an error occurred. */
export type MessageArea =
  | 'task.create'
  | 'task.update'
  | 'task.run'
  | 'task.delete'
  | 'task.activate'
  | 'task.webhook'
  | 'org.create'
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
  | 'chat.create';

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
