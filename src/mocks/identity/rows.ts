import { endAccess } from '#domain/access/end-access.ts';
import type { CodeRow, FlowRow, IdentityRows, SessionRow } from '#domain/identity/rows.ts';
import { Taken } from '#domain/table.ts';
import { createMemoryStores } from '../memory/stores.ts';
import type { Store } from '../store.ts';

/** The rows of the identity service in memory. There are no passkeys or security keys in the mocks. */
export function memoryRows(store: Store): IdentityRows {
  const data = () => store.data.identity;
  const isLive = (code: CodeRow | undefined, hash: string, now: Date) =>
    code?.hash === hash && code.usedAt === null && code.expiresAt > now;
  const codeOf = (flowId: string) => revived(data().codes[flowId]);
  const othersOf = (identityId: string, id: string) =>
    Object.values(data().sessions).filter((one) => one.identityId === identityId && one.id !== id);

  const rows: IdentityRows = {
    async transaction(work) {
      const before = structuredClone(data());
      try {
        return await work(rows);
      } catch (error) {
        store.data.identity = before;
        throw error;
      }
    },

    findIdentity: async (id) => revived(data().identities[id]),
    findIdentityByEmail: async (email) =>
      revived(Object.values(data().identities).find((one) => one.email === email)),
    async insertIdentity(row) {
      if (await rows.findIdentityByEmail(row.email)) return undefined;
      const none = { passwordHash: null, verifiedAt: null } as const;
      const initial = { state: 'active', availableAal: 'aal1', addressStatus: 'pending' } as const;
      data().identities[row.id] = { ...none, ...initial, ...row };
      return rows.findIdentity(row.id);
    },
    async updateIdentity(id, change) {
      const holder = change.email && (await rows.findIdentityByEmail(change.email));
      if (holder && holder.id !== id) throw new Taken('identity_email_unique');
      const known = data().identities[id];
      return known && revived(Object.assign(known, change));
    },
    endAccess: (identityId) => endAccess(createMemoryStores(store), identityId),

    async findSessionByToken(hash) {
      const found = Object.values(data().sessions).find(({ tokenHash }) => tokenHash === hash);
      const session = revived(found);
      const identity = session && (await rows.findIdentity(session.identityId));
      return identity && { session, identity };
    },
    async insertSession(row) {
      data().sessions[row.id] = row;
    },
    async updateSession(id, change) {
      const session = data().sessions[id];
      if (session) Object.assign(session, change);
      return session !== undefined;
    },
    async listOtherSessions({ id, identityId }, { now, seenAfter, limit, offset }) {
      return othersOf(identityId, id)
        .map((session): SessionRow => revived(session))
        .filter(({ expiresAt, lastSeenAt }) => expiresAt > now && lastSeenAt > seenAfter)
        .sort((a, b) => b.issuedAt.getTime() - a.issuedAt.getTime())
        .slice(offset, offset + limit);
    },
    async deleteSession(identityId, id) {
      if (data().sessions[id]?.identityId !== identityId) return false;
      return delete data().sessions[id];
    },
    async deleteOtherSessions(identityId, keep) {
      const others = othersOf(identityId, keep);
      for (const { id } of others) delete data().sessions[id];
      return others.length;
    },
    async deleteSessions(identityId) {
      await rows.deleteOtherSessions(identityId, '');
    },

    findError: async () => undefined,

    async insertFlow(row) {
      data().flows[row.id] = row;
    },
    async findFlow(kind, id) {
      const flow: FlowRow | undefined = revived(data().flows[id]);
      return flow?.kind === kind ? flow : undefined;
    },
    async saveFlow({ submitCount: _, ...change }) {
      const flow = data().flows[change.id];
      if (flow) Object.assign(flow, change);
    },
    async countSubmission(id, by = 1) {
      const flow = data().flows[id];
      if (!flow) return Number.MAX_SAFE_INTEGER;
      flow.submitCount += by;
      return flow.submitCount;
    },

    async replaceCode(row) {
      data().codes[row.flowId] = row;
    },
    async consumeCode(flowId, hash, now) {
      const code = codeOf(flowId);
      if (!code || !isLive(code, hash, now)) return undefined;
      await rows.replaceCode({ ...code, usedAt: now });
      return code;
    },
    async findLiveCode(flowId, hash, now) {
      const code = codeOf(flowId);
      return isLive(code, hash, now) ? code : undefined;
    },
    // Nobody in the mocks asks for so many emails that codes are sent again.
    findLatestCode: async () => undefined,

    async findCredentials(id) {
      const codes = data().lookup[id];
      return {
        password: Boolean(data().identities[id]?.passwordHash),
        totp: id in data().totp,
        lookup: codes !== undefined,
        canReveal: codes !== undefined,
        passkeys: [],
        securityKeys: [],
      };
    },
    async deleteCredentials(id) {
      await rows.deleteTotp(id);
      await rows.deleteLookupCodes(id);
    },
    findTotp: async (id) => revived(data().totp[id]),
    async putTotp(row) {
      data().totp[row.identityId] = row;
    },
    async spendTotpCounter(id, counter) {
      const row = data().totp[id];
      if (!row || row.lastCounter >= counter) return false;
      row.lastCounter = counter;
      return true;
    },
    async deleteTotp(id) {
      delete data().totp[id];
    },
    async replaceLookupCodes(identityId, codes) {
      data().lookup[identityId] = codes.map((code, position) => {
        return { identityId, position, ...code, usedAt: null };
      });
    },
    listLookupCodes: async (id) => (data().lookup[id] ?? []).map((row) => revived(row)),
    async consumeLookupCode(id, hash, now) {
      const row = data().lookup[id]?.find((one) => one.hash === hash);
      if (!row) return 'unknown';
      if (row.usedAt) return 'used';
      row.usedAt = now;
      return 'accepted';
    },
    async deleteLookupCodes(id) {
      delete data().lookup[id];
    },
    insertWebauthnKey: async () => false,
    findWebauthnKey: async () => undefined,
    setWebauthnCounter: async () => undefined,
    deleteWebauthnKey: async () => undefined,
  };
  return rows;
}

/** A copy of a row with its times, which are texts once the world has been stored. */
export function revived<T extends object | undefined>(row: T): T {
  if (row === undefined) return row;
  const entries = Object.entries(structuredClone(row)).map(([name, value]) => [
    name,
    name.endsWith('At') && typeof value === 'string' ? new Date(value) : value,
  ]);
  return Object.fromEntries(entries) as T;
}
