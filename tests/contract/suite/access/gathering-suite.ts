import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '#domain/call.ts';
import type { OperationId } from '#generated/operations/index.ts';
import { call, type Target } from '../../target.ts';
import { type Column, GatheringWorld } from './gathering-world.ts';

/** Words that are nowhere else, each in what one kind of reader may not see. */
const CHAT = 'zqgiraffe';
const PROJECT = 'zqtapir';
const LATER = 'zqocelot';

/**
 * What the project consumed is paid by the organisation, whoever asked: these count answers in private chats, without
 * saying what they are about.
 */
const SUMS: OperationId[] = ['getUsage', 'exportUsage'];
/** Who may read the audit log is told that the audience of a chat has changed, but not what the chat is called. */
const LOGS: OperationId[] = ['listAuditEntries', 'exportAuditEntries'];
/** Written while it is downloaded, as an archive with the time of each file. */
const ARCHIVES: OperationId[] = ['exportUserData', 'exportCollection'];
const CHANGING = new Set([...SUMS, ...LOGS, ...ARCHIVES]);

/**
 * What gathers over things says nothing about those that the reader may not see: neither their words, nor, by changing,
 * that they exist. Operations come from the contract, so new ones are tried too.
 */
export function suite(target: () => Target): void {
  describe('what gathers', () => {
    const world = new GatheringWorld(target);
    const owner: Column = { name: 'the owner', who: 'owner' };
    const before = new Map<string, Map<string, string>>();
    const columns = () => [owner, ...world.columns];

    /** Reads everything again. Returns what contains a word, and what has changed. */
    async function compare(column: Column, mark: string): Promise<string[]> {
      const now = await world.read(column, mark);
      const known = before.get(`${column.name} ${mark}`) ?? new Map();
      return [...now].flatMap(([key, text]) => {
        const id = key.split(' ')[0] as OperationId;
        // A log says what was searched for in exports, which are the readers' own here.
        const said = LOGS.includes(id) ? `${mark} ` : mark;
        const says = text.includes(said) ? [`${column.name}: ${key} says ${mark}`] : [];
        const was = known.get(key) ?? '';
        if (CHANGING.has(id) || text === was) return says;
        const at = [...text].findIndex((letter, index) => letter !== was[index]);
        const [from, to] = [was, text].map((one) => one.slice(Math.max(0, at - 60), at + 200));
        return [...says, `${column.name}: ${key} was …${from}…, is …${to}…`];
      });
    }
    async function remember(readers: readonly Column[], mark: string): Promise<void> {
      for (const column of readers)
        before.set(`${column.name} ${mark}`, await world.read(column, mark));
    }

    beforeAll(async () => {
      await world.create();
      // The first read of a program changes when it was last used.
      for (const column of columns()) await world.read(column, 'nothing');
    }, 120_000);

    it('reads most of the contract', () => {
      const ids = new Set(world.urls().map(([id]) => id));
      expect(ids.size).toBeGreaterThan(90);
    });

    it('says nothing about the private chats of others', async () => {
      await remember(columns(), CHAT);
      await world.hideInChats(CHAT);
      const found: string[] = [];
      for (const column of columns()) found.push(...(await compare(column, CHAT)));
      expect(found).toEqual([]);
      // Whoever asked finds them.
      const { body } = await call(
        target(),
        'member',
        'GET',
        `${world.org.projectPath}/run?q=${CHAT}`,
      );
      expect(body.results).toHaveLength(2);
    }, 120_000);

    it('says nothing about other projects and the organisation', async () => {
      await remember(world.columns, PROJECT);
      await world.hideInOrg(PROJECT);
      const found: string[] = [];
      for (const column of world.columns) found.push(...(await compare(column, PROJECT)));
      expect(found).toEqual([]);
      const { body } = await call(target(), 'owner', 'GET', `${world.org.path}/usage`);
      expect(JSON.stringify(body)).toContain(PROJECT);
    }, 120_000);

    it('is closed to guests of a project, unless the contract lets them in', async () => {
      const wrong: string[] = [];
      const opened: string[] = [];
      for (const [id, url] of world.urls()) {
        const { permission } = operations[id];
        if (typeof permission === 'string' || permission.level !== 'organization') continue;
        const { status } = await call(target(), 'outsider', 'GET', url);
        const isOpen = permission.guests === true;
        if (isOpen) opened.push(id);
        if (isOpen ? status === 403 || status === 404 : status !== 403)
          wrong.push(`${id} ${status}`);
      }
      expect(wrong).toEqual([]);
      expect(opened).toEqual(expect.arrayContaining(['getOrg', 'listProjects', 'listModels']));
    });

    it('says nothing new to those whose access has ended', async () => {
      await world.leaveAndChange(LATER);
      const found: string[] = [];
      for (const column of world.columns.filter(({ who }) => typeof who === 'string'))
        for (const [key, text] of await world.read(column, LATER))
          if (text.includes(LATER)) found.push(`${column.name}: ${key} ${text}`);
      expect(found).toEqual([]);
    }, 120_000);
  });
}
