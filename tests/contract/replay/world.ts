import { call, definition, orgPath, type Target } from '../target.ts';

/** The names that cases use for ids, and the ids they stand for on one side. */
export type World = Readonly<Record<string, string>>;

/** Makes the same things on a side, in a project of their own. */
export async function createWorld(target: Target): Promise<World> {
  await target.setBalance(5_000_000);
  const post = async (path: string, body?: unknown, method = 'POST') => {
    const made = await call(target, 'owner', method, path, { body });
    if (made.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(made.body)}`);
    return made.body;
  };
  const org = orgPath(target);
  const project = (await post(`${org}/project`, { name: 'Replay' })).id;
  const at = `${org}/project/${project}`;
  const task = (await post(`${at}/task`, { name: 'Replayed', definition })).id;
  const other = (await post(`${at}/task`, { name: 'Other', definition })).id;
  const its = `${at}/task/${task}`;
  await post(`${its}/revision`, { activate: true });
  await post(`${its}/environment/staging`, { revision: 1 }, 'PUT');
  const draft = await call(target, 'owner', 'GET', `${its}/draft`);
  const changed = { ...definition, system_prompt: 'You judge product reviews.' };
  await call(target, 'owner', 'PUT', `${its}/draft`, {
    body: { definition: changed },
    headers: { 'if-match': draft.body.etag },
  });
  await post(`${its}/revision`, {});
  const run = (await post(`${its}/run`, { inputs: { review: 'Fine.' } })).id;
  const steps = await call(target, 'owner', 'GET', `${at}/run/${run}/step`);
  const dataset = (await post(`${its}/dataset`, { name: 'Reviews' })).id;
  const inCase = { inputs: { review: 'Fine.' } };
  const one = (await post(`${its}/dataset/${dataset}/case`, inCase)).id;
  const evaluated = { dataset_id: dataset, revision: 1 };
  const evaluation = (await post(`${its}/evaluation`, evaluated)).id;
  const hook = { name: 'Hook', url: 'https://nowhere.invalid/hook', events: ['run.failed'] };
  const webhook = (await post(`${at}/webhook`, hook)).webhook.id;
  const tested = await post(`${at}/webhook/${webhook}/test`);
  const key = await post(`${at}/api-key`, { name: 'Replay' });
  const template = await post(`${org}/template`, {
    name: 'Replay',
    definition,
  });
  return {
    org: target.orgId,
    project,
    task,
    other,
    run,
    step: steps.body.results[0].id,
    dataset,
    case: one,
    evaluation,
    webhook,
    delivery: tested.delivery.id,
    key: key.api_key.id,
    template: template.id,
  };
}
