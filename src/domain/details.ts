import { MICROS } from '#core/billing/money.ts';
import { WELCOME_CREDIT } from '#core/limits.ts';

/**
 * Why the domain refuses something: the `detail` of problems. Messages that the console also shows by itself, before it
 * sends anything, are `VALIDATION` in `core/messages.ts`.
 */
export const DETAIL = {
  spendLimit: (limit: {
    what: string;
    name: string;
    amount: string;
    cost: string;
    resets: string;
  }) =>
    `The ${limit.what} “${limit.name}” has reached its spend limit of ${limit.amount} a month, or too little of it is left for this request, which may cost up to ${limit.cost}. It resets on ${limit.resets} (UTC). Raise the limit in Settings → Billing → Limits to continue.`,
  autoTopUpCard: 'Add a card before you turn on automatic top-up.',
  paymentUnconfirmed: 'Your bank asks you to confirm this payment. Use the checkout page instead.',
  topUpRefused: 'The payment was declined. Check that a card is still saved.',
  topUpReversed:
    'A payment was refunded or disputed. Turn automatic top-up back on to keep buying credits.',
  topUpCap: 'The cap must cover at least one top-up.',
  spendLimitGone: 'A spend limit was reached, but it has since been removed. Try again.',
  spendAlertLimit: (max: number) =>
    `An organisation can have at most ${max} spend alerts. Delete one that you no longer need.`,
  pricedModelUnknown: "No such chat model. Costs of deleted models can't be corrected.",
  notOperator:
    "Prices of this server's models can only be corrected in the organisation of the free-tier project.",
  pricePeriod: 'The period must begin in the past and before it ends.',
  priceApplying: 'Another correction of this model is in progress. Wait until it has finished.',
  priceNotReady: 'A correction can be applied once, when its preview is ready.',
  priceApplied: "It was applied already, so it can't be discarded. Undo it instead.",
  priceNotUndoable: 'Only a correction that was applied can be undone, and only once.',
  priceUndoLater: 'Undo the later correction of this model first.',
  spendAlertTwice: 'There is already an alert for this amount.',
  usagePeriod: (days: number) =>
    `Choose a period of at most ${days} days that doesn't end before it starts.`,
  nameTaken: (kind: string) => `${kind} names must be unique`,
  moveForbidden: "You don't have permission to create tasks in this project",
  lastOwner: 'An organisation needs at least one owner. Make somebody else an owner first.',
  roleInherited: (role: string) =>
    `The role ${role} is inherited from the organisation and can't be lowered in a project.`,
  personUnknown: 'No such person in this organisation',
  projectUnknown: 'No such project in this organisation',
  projectTwice: 'Each project can be listed only once',
  inviteToNothing: 'Choose a role in the organisation, or at least one project',
  emailToConfirm: (email: string) => `Type ${email} to confirm`,
  orgsGoToo: (names: readonly string[]) =>
    `Nobody else owns ${names.join(', ')}, so this would be deleted as well. Check again what is deleted with your account.`,
  orgStays: "It isn't deleted with your account",
  notDomain: 'Enter a domain, such as example.com',
  publicDomain: 'Anybody can get an address of this provider',
  domainTwice: 'Your organisation already has this domain.',
  domainTaken: 'Another organisation has verified this domain. Ask its owners to remove it there.',
  domainLimit: (max: number) =>
    `An organisation can have at most ${max} email domains. Remove one that you no longer need.`,
  shareWithSelf: 'You already have access',
  shareByLink:
    'They have access by a link. Share it with them to give them more, or revoke the link',
  shareLimit: (max: number) =>
    `This can be shared with at most ${max} people. Add them to the project instead.`,
  accessLinkLimit: (max: number) =>
    `This can have at most ${max} links. Revoke one that you no longer need.`,
  removedSince:
    'You were removed from the organisation after this link was made. Ask for a new one.',
  casesOfEditors:
    'Only people who can edit this task or belong to its project can see its datasets and evaluations.',
  accessLinkInvalid:
    "This link doesn't work. It may have expired or been revoked. Ask the person who sent it for a new one.",
  timePast: 'Choose a time in the future',
  guestReference: 'Only members of the project can add this',
  notAddress: "This isn't an email address.",
  alreadyMember: 'They already have this access.',
  alreadyInvited: 'An invitation is already open.',
  joinDeclined: 'Your request was declined. You can ask again 7 days after that.',
  invitationElsewhere:
    'This invitation also leads elsewhere in the organisation. Only those who may invite people there can send or copy it.',
  invitationProjects: (max: number) => `Their open invitation already leads to ${max} projects.`,
  invitationLimit: (max: number) =>
    `An organisation can have at most ${max.toLocaleString('en-US')} open invitations.`,
  invitationsPerDay: (max: number) =>
    `An organisation can invite at most ${max.toLocaleString('en-US')} people a day.`,
  /** By how well the sender's account is known; `mail-allowance.ts` adds when to try again. */
  mailsOfPerson: {
    unverified: (hour: number, day: number) =>
      `Until you verify your email address, you can have ${hour} invitations an hour and ${day} a day emailed.`,
    new: (hour: number, day: number) =>
      `A new account can have ${hour} invitations an hour and ${day} a day emailed.`,
    established: (hour: number, day: number) =>
      `You can have ${hour} invitations an hour and ${day} a day emailed.`,
  },
  mailsToAddress: (max: number) => `This address can be emailed ${max} invitations a day.`,
  evaluationRequiredNew:
    'Save the revision without setting it active, then evaluate it: this task only activates revisions whose latest evaluation shows no regressions.',
  orgLimit: (max: number) =>
    `You own ${max} organisations, which is the maximum. Delete one that you no longer need.`,
  lastProject:
    "An organisation's last project can't be deleted or moved. Create another one first, or delete the organisation.",
  otherOrgNeeded: 'Choose another organisation',
  projectMoveOwners:
    'Only owners of the organisation can move a project out of it. Ask one of them.',
  projectEraseOwners:
    'Only owners of the organisation can delete a project for good. It is deleted after 30 days, until when they can restore it.',
  projectMoveForbidden: "You don't have permission to create projects in this organisation",
  copySourceNeeded: 'Choose either a project or a template',
  projectTemplateUnknown: 'No such project template',
  archiveTooMany: (max: number) =>
    `An archive can have at most ${max.toLocaleString('en-US')} files, and there are more documents. Delete some, or move projects to another organisation first.`,
  transferLimit: (max: number) =>
    `${max} exports, imports or copies are in progress already. Wait until one of them has ended.`,
  transfersKept: (max: number) =>
    `An organisation can start at most ${max} exports, imports and copies in a week.`,
  archiveTextTooLarge: (megabytes: number) =>
    `The projects of an archive can have at most ${megabytes} MB, not counting files. Move some of them to another organisation and export it by itself.`,
  archiveTooMuch: (max: number) =>
    `An archive can contain at most ${max.toLocaleString('en-US')} tasks, revisions, cases, documents and questions together. Move some projects to another organisation and export it by itself.`,
  transferFailed: 'There was a problem, it has been reported to our team. Please try again later.',
  modelUnknown: 'Unknown model',
  deletedLimit: (max: number) =>
    `There are already ${max} of them, deleted ones included. Erase deleted ones that you no longer need.`,
  apiKeyLimit: (max: number) =>
    `A project can have at most ${max} API keys. Delete one that you no longer need.`,
  oauthClientLimit: (max: number) =>
    `A project can have at most ${max} OAuth clients. Delete one that you no longer need.`,
  oauthRequestLimit: (max: number) =>
    `You have ${max} requests of apps open. Answer one, or wait half an hour.`,
  resourcesNeeded: 'Choose at least one task or collection',
  taskUnknown: 'No such task in this project',
  redirectUriTwice: 'Each redirect URI is needed only once',
  publicClientCredentials: 'Only confidential clients can get tokens on their own behalf',
  refreshAlone: 'Refresh tokens also need the authorization code grant',
  templateLimit: (max: number) =>
    `An organisation can have at most ${max} templates. Delete one that you no longer need.`,
  credentialLimit: (max: number) =>
    `A project can have at most ${max} tool credentials. Remove one that you no longer need.`,
  runStorage: (gb: number) =>
    `A project's runs can take at most ${gb} GB, inputs and traces included. Keep runs for fewer days in the project's settings, or delete tasks that you no longer need.`,
  casesFull: (max: number) =>
    `A dataset can have at most ${max.toLocaleString('en-US')} cases. Delete some, or create another dataset.`,
  storageLimit: (mb: number) =>
    `The cases of a project's datasets and evaluations can take at most ${mb.toLocaleString('en-US')} MB, images and files included. Delete datasets or tasks that you no longer need.`,
  creditDue: `Verify your email address to receive $${WELCOME_CREDIT / MICROS} of free credit. Until then, use the sandbox model, which is free.`,
  creditUnproven: `This server sends no emails, so nobody can verify an address. You receive $${WELCOME_CREDIT / MICROS} of free credit when an owner of an organisation that was here before invites you to it, or lets you join it. Until then, use the sandbox model, which is free.`,
  orgUncredited:
    'Free credit is given once per person, to their first organisation. This one starts without credit. Add some, or use the sandbox model, which is free.',
  collectionLimit: (max: number) =>
    `A project can have at most ${max} collections. Delete one that you no longer need.`,
  collectionMoveForbidden: "You don't have permission to edit this project",
  collectionUsed: (users: readonly string[]) =>
    `This collection is searched by ${users.join(', ')}. Remove it there first.`,
  collectionUnknown: 'No such collection in this project',
  otherCollectionNeeded: 'Choose another collection',
  chunkOverlap: 'Must be at most half of the chunk size',
  embeddingModelUnknown: 'Unknown embedding model',
  indexBuilding: 'The index is still being built. Try again when it is complete.',
  indexActive: 'Searches use this index. Activate another one first.',
  documentUnknown: 'No such document in this collection',
  documentsNeeded: 'Select documents by ID or by state',
  documentNotText: 'Only documents that were added as text can be edited',
  searchTooSlow: 'The search took longer than 30 seconds. Try again, or search for less.',
  previewTooSlow: 'Splitting it took longer than 30 seconds. Try a shorter text.',
  documentNotPage: 'Only documents that were added by URL can be refetched',
  documentNoFile: 'The page has not been fetched yet',
  documentNoText: 'The document has no text yet. Try again when it is indexed.',
  documentSettled: "The document isn't being indexed",
  passageEmpty: 'Must be after the start',
  datasourceLimit: (max: number) => `A collection can have at most ${max} data sources`,
  datasourceKind: "A data source's kind can't be changed",
  datasourceNoAccount: 'This kind of data source has no account to connect',
  credentialsNeeded: 'Enter the credentials that this kind of data source needs',
  connectionExpired: 'The connection took too long, or was started by someone else. Connect again.',
  googleMissing:
    "Google Drive isn't set up. Ask your administrator to set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.",
  syncEnded: 'The sync has already ended',
  questionLimit: (max: number) => `A collection can have at most ${max} saved questions`,
  uploadLimit: (max: number) =>
    `A project can have at most ${max.toLocaleString('en-US')} unfinished uploads`,
  uploadOffset: (offset: number) => `The next part begins at byte ${offset}`,
  uploadPart: (bytes: number) => `This part must have ${bytes} bytes`,
  uploadUnknown: 'No such archive. Upload it completely first.',
  archiveTooLarge: (megabytes: number) =>
    `Only collections of at most ${megabytes} MB can be exported. Move some documents to another collection.`,
  archiveForeign: 'Only archives of exported collections can be imported',
  datasetLimit: (max: number) =>
    `A task can have at most ${max} datasets. Delete one that you no longer need.`,
  caseInputsNeeded: 'Provide inputs, or a run to copy them from',
  caseRunUnknown: 'This task has no such run',
  datasetEmpty: 'The dataset has no cases yet',
  endpointUrlRequired: 'Enter the address of its API. It usually ends in /v1.',
  endpointUrlQuery: 'Must not contain a query or fragment. Send keys in headers instead.',
  endpointRegionRequired: 'Enter the AWS region, such as us-east-1',
  endpointOnlyBedrock: 'Only Amazon Bedrock has access key IDs',
  endpointNameTaken: 'The organisation already has an endpoint with this name',
  endpointLimit: (max: number) =>
    `An organisation can have at most ${max} model endpoints. Delete one that you no longer need.`,
  endpointModelLimit: (max: number) => `An endpoint can have at most ${max} models`,
  unsendable: "Contains characters that can't be sent, such as line breaks",
  headerName: 'Not a valid header name',
  headerReserved: 'This header is set by the server itself',
  headerTwice: 'This header is already in the list',
  headerValueRequired: "Enter the header's value",
  fallbackSame: 'Choose a model at another endpoint: fallbacks are used when this one fails',
  fallbackCycle: 'The fallbacks of these models lead back to this one. Choose another model',
  fallbackUnknown: "This model doesn't exist",
  modelTwice: 'This model is already in the list',
  modelListed: "The endpoint lists this model, so it can't be removed. Stop offering it instead.",
  paymentsMissing: (settings: readonly string[]) =>
    `Payments aren't set up on this server. Its administrator has to set ${settings.join(', ')}.`,
  planExists: 'The organisation already has a subscription. Change its plan instead.',
  planMissing: 'The organisation has no subscription. Choose a plan first.',
  planSame: 'The organisation is already on this plan.',
  planChanging: 'Someone else is changing the plan. Try again in a moment.',
  paymentEventsMany: 'Too many events for this customer arrived at once. Resend this one.',
  paymentKeyWrong:
    "Stripe rejected this server's key. Its administrator has to check STRIPE_SECRET_KEY.",
  paymentKeysDiffer:
    'One Stripe key is for test mode and the other for live mode. The administrator of this server has to check STRIPE_SECRET_KEY and PUBLIC_STRIPE_PUBLISHABLE_KEY.',
  customerElsewhere:
    "The organisation's plan belongs to another Stripe account or mode than this server's key. The administrator of this server has to check STRIPE_SECRET_KEY.",
  portalMissing:
    "Stripe's billing portal can't be opened. The administrator of this server has to activate it in Stripe's dashboard, under Customer portal.",
  priceWrong: (settings: readonly string[]) =>
    `These settings aren't the IDs of active Stripe prices in US dollars, each for its own plan and interval: ${settings.join(', ')}. The administrator of this server has to check them.`,
  planUnconfirmed:
    'Your bank asks you to confirm this payment. Pay the open invoice under Invoices to change the plan.',
  planUnpaid: 'An invoice is unpaid. Pay it first, or change your card.',
  previewTooOld: 'The preview is out of date. Get a new one.',
  houseTaskGone: (name: string) =>
    `The task “${name}” of the free-tier project was deleted or archived, or has no active revision. Its administrator has to set one active; a deleted task comes back when the server is restarted.`,
  houseTaskInput: (name: string, input: string) =>
    `The task “${name}” of the free-tier project requires the input “${input}”, which this step doesn't provide. Its administrator has to make it optional.`,
  judgeUnknown: 'No such task in this project',
  articleLimit: (max: number) =>
    `A project can have at most ${max.toLocaleString('en-US')} articles. Delete one that you no longer need.`,
  articleTooLarge: (max: number) =>
    `An article can have at most ${max.toLocaleString('en-US')} characters, including its outline, notes and sources. Shorten it, or split it into two.`,
  articleImages: (max: number) =>
    `An article can have at most ${max} images, including those of its earlier versions. Create another article.`,
  articleIncomplete: "The article isn't complete.",
  partTwice: 'This ID is used twice',
  sectionUnknown: 'The outline has no such second-level heading',
  imageUrl: 'Must be an http or https URL, or the URL of an image uploaded to this article',
  stepsOpen: (max: number) =>
    `${max} steps of this article are in progress. Wait until one has finished, or cancel it.`,
  webhookUnsubscribed: 'This webhook must be active and receive the event article.published',
} as const;
