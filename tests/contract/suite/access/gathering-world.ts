import { expect, vi } from 'vitest';
import { operations } from '#domain/call.ts';
import type { OperationId } from '#generated/operations/index.ts';
import { type Any, call, definition, type Target, uniqueName, type Who } from '../../target.ts';
import { type NewOrg, newOrg, sender, tokenIn } from '../people/people.ts';

/** Who reads: a person, or a program or visitor with a token. */
export interface Column {
  name: string;
  who: Who | { bearer: string };
  headers?: Record<string, string>;
}

const SITE = 'https://shop.example.com';
const model = { config: { type: 'model', model_id: 'sandbox/sandbox' } };

/**
 * An organisation of its own. “owner” owns it, “member” is a member with private chats, “outsider” is a guest of one
 * project, and “editor” a guest of a task, a collection and a chat.
 */
export class GatheringWorld {
  readonly columns: Column[] = [];
  readonly values: Record<string, string> = { revisionNumber: '1', templateId: 'classify' };
  readonly shares: string[] = [];
  readonly #target: () => Target;
  org!: NewOrg;
  task!: string;
  chat!: string;
  guestId!: string;

  constructor(target: () => Target) {
    this.#target = target;
  }

  send(who: Who, method: string, path: string, body?: unknown) {
    return sender(this.#target)(who, method, path, body);
  }

  async make(who: Who, path: string, body: unknown): Promise<Any> {
    const made = await this.send(who, 'POST', path, body);
    if (made.status >= 300) throw new Error(`${path}: ${JSON.stringify(made.body)}`);
    return made.body;
  }

  async create(): Promise<void> {
    this.org = await newOrg(this.#target);
    const { org } = this;
    await org.join('member', { role: 'member' });
    this.guestId = (await org.join('outsider', { projects: org.projects('editor') })).id;
    const project = org.projectPath;
    const task = await this.createTask(project, uniqueName('Seen'));
    this.task = `${project}/task/${task.id}`;
    const run = await this.make('owner', `${this.task}/run`, { inputs: { review: 'Fine.' } });
    const dataset = await this.make('owner', `${this.task}/dataset`, { name: 'Cases' });
    const collection = await this.make('owner', `${project}/collection`, { name: 'Seen' });
    this.chat = await this.createChat('owner', project);
    const { id: messageId } = await this.ask('owner', this.chat, 'Hello');
    await this.send('owner', 'PUT', `${this.chat}/share`, { audience: 'project' });
    const widget = await this.make('owner', `${project}/widget`, {
      ...{ name: 'Seen', origins: [SITE] },
      ...model,
    });
    Object.assign(this.values, {
      ...{ orgId: org.id, projectId: org.projectId, taskId: task.id, runId: run.id },
      ...{ datasetId: dataset.id, collectionId: collection.id, messageId },
      ...{ chatId: this.chat.split('/').at(-1), widgetId: widget.id, widgetKey: widget.key },
      ...{ resourceType: 'task', id: task.id },
    });
    for (const path of [this.task, `${project}/collection/${collection.id}`, this.chat])
      this.shares.push(await this.share('editor', path));
    await this.createColumns(project, task.id, widget.key);
  }

  private async createColumns(project: string, taskId: string, widgetKey: string) {
    const limited = { task_ids: [taskId], collection_ids: [] };
    const keyOf = async (resources: object | null) => {
      const body = { name: uniqueName('Key'), resources };
      return (await this.make('owner', `${project}/api-key`, body)).key as string;
    };
    const scopes = ['task:run', 'run:read', 'collection:search'] as const;
    const app = await this.make('owner', `${project}/oauth-client`, {
      ...{ name: uniqueName('App'), publisher: 'Acme', type: 'confidential', scopes },
      redirect_uris: ['https://app.example/callback'],
      grants: ['authorization_code', 'client_credentials'],
    });
    const bearer = await this.#target().tokenFor(app.client.id, app.secret, scopes);
    const headers = { origin: SITE };
    const made = await call(this.#target(), 'anonymous', 'POST', `/widget/${widgetKey}/visitor`, {
      ...{ headers, body: {} },
    });
    this.columns.push(
      { name: 'a guest of a project', who: 'outsider' },
      { name: 'a guest of a task, a collection and a chat', who: 'editor' },
      { name: 'an API key', who: { bearer: await keyOf(null) } },
      { name: 'an API key of one task', who: { bearer: await keyOf(limited) } },
      { name: 'an app', who: { bearer } },
      { name: 'a visitor of a widget', who: { bearer: made.body.token }, headers },
    );
  }

  async createTask(project: string, name: string): Promise<Any> {
    const task = await this.make('owner', `${project}/task`, { name, definition });
    await this.make('owner', `${project}/task/${task.id}/revision`, { activate: true });
    return task;
  }

  async createChat(who: Who, project: string): Promise<string> {
    return `${project}/chat/${(await this.make(who, `${project}/chat`, model)).id}`;
  }

  /** Sends a message and waits for its answer. */
  async ask(who: Who, chat: string, text: string): Promise<Any> {
    const { answer } = await this.make(who, `${chat}/message`, { text });
    const path = `${chat}/message/${answer.id}`;
    const isAnswered = async () =>
      expect((await this.send(who, 'GET', path)).body.ended_at).not.toBeNull();
    await vi.waitFor(isAnswered, { timeout: 20_000, interval: 50 });
    return answer;
  }

  /** Shares a thing with a person. Returns the path of the share. */
  async share(who: Who, thing: string): Promise<string> {
    const { email } = await this.org.personOf(who);
    const { share } = await this.make('owner', `${thing}/access`, { email, level: 'run' });
    if (share.invitation_link !== null)
      await this.make(who, '/invitation/accept', { token: tokenIn(share.invitation_link) });
    return `${thing}/access/${share.id}`;
  }

  /** The member's private chats, one of which was shared for a while. */
  async hideInChats(mark: string): Promise<void> {
    const own = await this.createChat('member', this.org.projectPath);
    await this.ask('member', own, `${mark} alone`);
    const once = await this.createChat('member', this.org.projectPath);
    await this.send('member', 'PUT', `${once}/share`, { audience: 'project' });
    await this.send('member', 'PUT', `${once}/share`, { audience: 'private' });
    await this.ask('member', once, `${mark} afterwards`);
  }

  /** Another project with something of everything, and what the organisation has of its own. */
  async hideInOrg(mark: string): Promise<void> {
    const { path, projectPath } = this.org;
    const project = await this.make('owner', `${path}/project`, { name: mark });
    const hidden = `${path}/project/${project.id}`;
    const task = await this.createTask(hidden, mark);
    await this.make('owner', `${hidden}/task/${task.id}/run`, { inputs: { review: mark } });
    await this.make('owner', `${hidden}/collection`, { name: mark });
    await this.make('owner', `${hidden}/article`, {
      title: mark,
      brief: { topic: mark, model_id: 'sandbox/sandbox' },
    });
    const { api_key } = await this.make('owner', `${hidden}/api-key`, { name: mark });
    for (const limited of [hidden, `${hidden}/api-key/${api_key.id}`])
      await this.send('owner', 'PUT', `${limited}/spend-limit`, { amount: 7_000_000 });
    await this.make('owner', `${path}/spend-alert`, { amount: 7_000_000, project_id: project.id });
    await this.ask('owner', await this.createChat('owner', hidden), mark);
    await this.make('owner', `${path}/template`, {
      ...{ name: mark, description: mark, tags: [], definition },
    });
    // One that has been deleted, in the guest's project too.
    const gone = await this.make('owner', `${path}/project`, { name: `${mark} deleted` });
    await this.send('owner', 'DELETE', `${path}/project/${gone.id}`);
    const chat = await this.createChat('owner', projectPath);
    await this.ask('owner', chat, mark);
  }

  /** The guests lose what they had; then everything they knew changes. */
  async leaveAndChange(mark: string): Promise<void> {
    const { path, projectPath } = this.org;
    const own = await this.createChat('outsider', projectPath);
    await this.ask('outsider', own, 'Hello');
    await this.send('outsider', 'PUT', `${own}/share`, { audience: 'project' });
    for (const share of this.shares) await this.send('owner', 'DELETE', share);
    await this.send('owner', 'DELETE', `${projectPath}/member/${this.guestId}`);
    for (const chat of [own, this.chat]) await this.ask('owner', chat, mark);
    for (const url of [this.task, projectPath, path])
      expect((await this.send('owner', 'PATCH', url, { name: uniqueName(mark) })).status).toBe(200);
    await this.make('owner', `${this.task}/run`, { inputs: { review: mark } });
  }

  /** The URLs of all reads whose paths lead to something here, by operation. With `q`, also those that search. */
  urls(q?: string): [OperationId, string][] {
    return Object.values(operations).flatMap(({ id, method, path, permission, sends, query }) => {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
      const isRead = method === 'GET' && sends !== 'events' && sends !== 'socket';
      if (!isRead || permission === 'public' || names.some((name) => !this.values[name])) return [];
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => this.values[name] ?? '');
      const isSearch = q !== undefined && query.includes('q');
      return [[id, url] as const, ...(isSearch ? [[id, `${url}?q=${q}`] as const] : [])].map(
        ([id, url]) => [id, url] as [OperationId, string],
      );
    });
  }

  /** What a reader gets at each URL, without what changes by itself. */
  async read({ who, headers = {} }: Column, q: string): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const [id, url] of this.urls(q)) {
      const { status, body } = await call(this.#target(), who, 'GET', url, { headers });
      found.set(`${id} ${url}`, `${status} ${normal(body)}`);
    }
    return found;
  }
}

function normal(body: unknown): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/"request_id":"[^"]*"/g, '')
    .replaceAll(/(token=)[\w.~-]+/g, '$1');
}
