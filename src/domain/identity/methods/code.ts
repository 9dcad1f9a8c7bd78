import { type IdentityContext, type IdentityMail, later } from '../context.ts';
import type { Exchange } from '../http/exchange.ts';
import { CODE_DIGITS, MAX_CODE_ATTEMPTS } from '../limits.ts';
import { type CodePurpose, codeMail } from '../mails.ts';
import {
  type CodeRow,
  countSubmission,
  type FlowKind,
  type FlowRow,
  type IdentityRow,
  type IdentityRows,
} from '../rows.ts';

/** The hash is bound to the flow, so a code is useless in any other flow. */
function codeHash(ctx: IdentityContext, flowId: string, code: string): string {
  return ctx.vault.mac('code', `${flowId}\n${code}`);
}

const VAULT = 'code';
/** A code that is used in another flow works for at least this long. */
const REUSED_MS = 2 * 60_000;

/**
 * Counts a request for an email, whether or not the address is known, so that nobody can be flooded with them. A browser
 * that the person has signed in from before has its own limit, so that others can't lock the person out.
 * @returns false if the address has had enough of them
 * @throws IdentityError 429 if the network has requested too many
 */
export async function allowMail(
  ctx: IdentityContext,
  exchange: Exchange,
  address: string,
  identityId: string | undefined,
  kind: 'code' | 'registration' = 'code',
): Promise<boolean> {
  const { network } = exchange;
  const device = exchange.deviceOf(identityId);
  if (device) {
    await ctx.throttle.consume('device', 'mail', device);
    return true;
  }
  // Registrations of a network have a limit of their own.
  if (kind === 'code') await ctx.throttle.consume('mailNetwork', network);
  await ctx.throttle.consume('mailPair', network, address);
  // An address gets only one from a registration: then there is an account.
  if (kind === 'registration') return true;
  const { points } = ctx.settings.throttle.mailTarget;
  return (await ctx.throttle.count('mailTarget', address)) <= points;
}

/**
 * Emails a code for a flow, if anyone has the address. An address that has had enough emails gets no more, but the
 * latest code works in this flow, too: whoever reads the mailbox can go on, however many others ask for codes. It is as
 * hard to guess as another one.
 * @returns what the flow has to remember; the same if nobody has the address
 * @throws IdentityError 429 if the network has requested too many
 */
export async function emailCode(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  address: string,
  { person, purpose }: { person: IdentityRow | undefined; purpose: CodePurpose },
): Promise<{ digits?: string }> {
  const isAllowed = await allowMail(ctx, exchange, address, person?.id);
  const digits = await digitsFor(ctx, address);
  if (person?.state === 'active') {
    const isReused = !isAllowed && (await reuseCode(ctx, flow, person, digits));
    if (!isReused)
      await ctx.mail.send(await makeCode(ctx, ctx.rows, flow, person, { purpose, digits }));
  }
  return digits === CODE_DIGITS.usual ? {} : { digits: String(digits) };
}

/** How long a new code for an address is. */
async function digitsFor(ctx: IdentityContext, address: string): Promise<number> {
  const isGuessed =
    (await ctx.throttle.read('codeAccount', address)) >= ctx.settings.throttle.codeAccount.points;
  return isGuessed ? CODE_DIGITS.guessed : CODE_DIGITS.usual;
}

/** Lets the latest code that was emailed to a person work in this flow. Returns whether there is one. */
async function reuseCode(
  ctx: IdentityContext,
  flow: FlowRow,
  person: IdentityRow,
  digits: number,
): Promise<boolean> {
  const row = await latestCode(ctx, person.id, flow.kind);
  const code = row?.sealed && ctx.vault.decrypt(VAULT, row.sealed);
  if (!code || code.length !== digits || row.address !== person.email) return false;
  const hash = codeHash(ctx, flow.id, code);
  await replaceCode(ctx.rows, {
    ...row,
    id: crypto.randomUUID(),
    flowId: flow.id,
    hash,
    usedAt: null,
  });
  return true;
}

/** The latest unused code that was sent to a person for flows of a kind. */
async function latestCode(
  ctx: IdentityContext,
  identityId: string,
  kind: FlowKind,
): Promise<CodeRow | undefined> {
  const { codes, flows } = ctx.rows;
  const isReusable = { identityId, usedAt: null, expiresAt: { gt: later(ctx, REUSED_MS) } };
  const found = await codes.list({ where: isReusable, order: ['expiresAt'], descending: true });
  const ids = found.map(({ flowId }) => flowId);
  const ofKind = new Set(
    (await flows.list({ where: { id: { in: ids }, kind } })).map(({ id }) => id),
  );
  return found.find(({ flowId }) => ofKind.has(flowId));
}

/** Replaces the flow's earlier codes with a new one. */
async function replaceCode({ codes }: IdentityRows, row: CodeRow): Promise<void> {
  await codes.delete({ flowId: row.flowId });
  await codes.insert(row);
}

/** The condition for a flow's code that would be accepted now. */
function isLive(ctx: IdentityContext, { id }: FlowRow, code: string) {
  const hash = codeHash(ctx, id, code);
  return { flowId: id, hash, usedAt: null, expiresAt: { gt: ctx.clock() } };
}

/** How many digits the code of a flow has; undefined for the usual number. */
export function digitsOf({ internal }: FlowRow): number | undefined {
  return internal.digits === undefined ? undefined : Number(internal.digits);
}

/** Creates a code for a flow, replacing any earlier one. Returns the email that contains it. */
export async function makeCode(
  ctx: IdentityContext,
  db: IdentityRows,
  flow: FlowRow,
  identity: IdentityRow,
  { purpose, digits = CODE_DIGITS.usual }: { purpose: CodePurpose; digits?: number },
): Promise<IdentityMail> {
  const code = ctx.random.code(digits);
  await replaceCode(db, {
    id: crypto.randomUUID(),
    flowId: flow.id,
    identityId: identity.id,
    address: identity.email,
    hash: codeHash(ctx, flow.id, code),
    sealed: ctx.vault.encrypt(VAULT, code),
    expiresAt: later(ctx, ctx.settings.lifespans.code),
    usedAt: null,
  });
  return codeMail(ctx, purpose, identity, flow.id, code);
}

/**
 * Checks a code that was sent to an address. Each attempt is counted, in the flow and for the address, before the code
 * is compared. Returns the code's row, `wrong`, or `too_often` after five attempts in this flow, right or wrong, or after
 * too many wrong codes for the address in any flows. The next code will be too long to be guessed then.
 * @throws IdentityError 429 after too many wrong codes for the address from this network
 */
export async function tryCode(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  address: string,
  code: string,
): Promise<CodeRow | 'wrong' | 'too_often'> {
  const { throttle } = ctx;
  const { network } = exchange;
  if ((await countSubmission(ctx.rows, flow.id)) > MAX_CODE_ATTEMPTS) return 'too_often';
  const person = exchange.hasDevices
    ? await ctx.rows.identities.find({ email: address })
    : undefined;
  const device = exchange.deviceOf(person?.id);
  if (device) await throttle.consume('device', 'code', device);
  else {
    await throttle.consume('codePair', network, address);
    const { points } = ctx.settings.throttle.codeAccount;
    const isLong = digitsOf(flow) !== undefined;
    if (!isLong && (await throttle.count('codeAccount', address)) > points) return 'too_often';
  }
  const isRight = isLive(ctx, flow, code.replace(/\s/g, ''));
  const [row] = await ctx.rows.codes.update(isRight, { usedAt: ctx.clock() });
  if (row && !device) {
    await throttle.reset('codePair', network, address);
    if (digitsOf(flow) === undefined) await throttle.refund('codeAccount', address);
  }
  return row ?? 'wrong';
}

/**
 * The row of a code that would be accepted now, without using it up. For links, which email scanners open too. A right
 * code doesn't count as an attempt. A wrong one does, or the link could be used for guessing.
 */
export async function liveCode(
  ctx: IdentityContext,
  flow: FlowRow,
  code: string,
): Promise<CodeRow | undefined> {
  if ((await countSubmission(ctx.rows, flow.id)) > MAX_CODE_ATTEMPTS) return undefined;
  const row = await ctx.rows.codes.find(isLive(ctx, flow, code));
  if (row) await countSubmission(ctx.rows, flow.id, -1);
  return row;
}
