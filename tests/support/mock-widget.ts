import { ORG_ID, PROJECT_ID } from '#mocks/seed/ids.ts';
import { serveMocks } from '#mocks/serve.ts';
import { tokenOf } from '#mocks/testing.ts';

/** The mocks on a port, with a widget. */
export async function serveMockWidget() {
  const { origin, store, close } = await serveMocks({ tokenMs: 5 });
  const url = `${origin}/api/v1/org/${ORG_ID}/project/${PROJECT_ID}/widget`;

  async function send(method: string, path: string, body: object) {
    const headers = {
      authorization: `Bearer ${tokenOf(store, 'owner')}`,
      'content-type': 'application/json',
    };
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { id: string; key: string };
  }

  const { id, key } = await send('POST', '', { name: 'Help', config: { type: 'model' } });
  return {
    origin,
    key,
    /** Lets pages of an origin show it. */
    allow: (site: string) => send('PATCH', `/${id}`, { origins: [site] }),
    close,
  };
}
