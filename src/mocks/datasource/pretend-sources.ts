import {
  type BrowseEntry,
  type Connector,
  ConnectorFailure,
  type Http,
  type HttpResponse,
  type ListedItem,
} from '#domain/datasource/connectors/connector.ts';
import {
  type Connectors,
  createConnectors,
  PUBLIC_SERVICES,
} from '#domain/datasource/connectors/connectors.ts';

/** Credentials that the mocks reject. */
const WRONG = 'wrong';

const PAGES: Readonly<Record<string, { title: string; text: string; links: string[] }>> = {
  '/': {
    title: 'Welcome',
    text: 'Everything about our products, from the first steps to prices.',
    links: ['/guides', '/guides/start', '/guides/teams', '/prices', '/blog', '/blog/spring'],
  },
  '/guides': {
    title: 'Guides',
    text: 'Guides for everyone.',
    links: ['/guides/start', '/guides/teams'],
  },
  '/guides/start': {
    title: 'Getting started',
    text: 'Create a project, invite your team and upload the first documents.',
    links: ['/guides/teams'],
  },
  '/guides/teams': {
    title: 'Working in teams',
    text: 'Owners invite people by email. Editors change tasks; viewers read them.',
    links: [],
  },
  '/blog': { title: 'Blog', text: 'News from the team.', links: ['/blog/spring'] },
  '/blog/spring': { title: 'Spring release', text: 'Search is twice as fast.', links: [] },
};

/**
 * A simulated internet: every host has the same few pages, and the prices on them change on every visit. Hosts that end
 * in `.invalid` are unreachable.
 */
export function createPretendHttp(): Http {
  const visits = new Map<string, number>();
  return async ({ url }) => {
    const { host, pathname } = new URL(url);
    if (host.endsWith('.invalid'))
      throw Object.assign(new Error(`${host} could not be reached.`), { reason: 'unreachable' });
    if (pathname === '/robots.txt' || pathname.endsWith('.xml')) return reply(url, 404, '');
    const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
    if (path === '/prices') {
      const visit = (visits.get(host) ?? 0) + 1;
      visits.set(host, visit);
      return reply(url, 200, page('Prices', `The team plan costs $${48 + visit} a month.`, []));
    }
    const found = PAGES[path];
    if (!found) return reply(url, 404, page('Not found', 'There is no such page.', []));
    return reply(url, 200, page(found.title, found.text, found.links));
  };
}

function page(title: string, text: string, links: readonly string[]): string {
  const list = links.map((link) => `<li><a href="${link}">${link}</a></li>`).join('');
  return `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${text}</p><ul>${list}</ul></main>`;
}

function reply(url: string, status: number, html: string): HttpResponse {
  const body = new TextEncoder().encode(html);
  return { url, status, headers: { 'content-type': 'text/html' }, body, isCut: false };
}

/** Websites have the real connector; all other kinds list a few made-up files. */
export function createPretendConnectors(): Connectors {
  const google = { ...PUBLIC_SERVICES.google, client_id: '', client_secret: '' };
  const files = pretendFiles();
  return {
    ...createConnectors({ ...PUBLIC_SERVICES, google }),
    feed: files,
    s3: files,
    github: files,
    notion: files,
    google_drive: files,
  };
}

const FILES: readonly (BrowseEntry & { text: string })[] = [
  file('handbook.md', '# Handbook\n\nWe answer within one working day.'),
  file('policies/travel.md', '# Travel\n\nTrains before planes. Ask before booking.'),
  file('policies/security.md', '# Security\n\nEverybody uses a second factor.'),
];

function file(id: string, text: string): BrowseEntry & { text: string } {
  const name = id.split('/').at(-1) ?? id;
  const rest = { is_folder: false, media_type: 'text/markdown', modified_at: null };
  return { id, name, size: text.length, ...rest, text };
}

function pretendFiles(): Connector<unknown, unknown, unknown> {
  const refuse = (secret: unknown) => {
    if (JSON.stringify(secret ?? {}).includes(`"${WRONG}`))
      throw new ConnectorFailure('unauthorised', 'Enter the credentials again.');
  };
  return {
    async *changes(_config, _state, { secret }) {
      refuse(secret);
      yield { items: FILES.map(listed), end: { state: {}, complete: true } };
    },
    async fetch(_config, { key }) {
      const found = FILES.find(({ id }) => id === key);
      return { bytes: new TextEncoder().encode(found?.text), media_type: 'text/markdown' };
    },
    async browse(_config, folder, _cursor, { secret }) {
      refuse(secret);
      const inside = (id: string) => id.startsWith(`${folder}/`);
      const folders = [{ ...file('policies', ''), is_folder: true, size: null, media_type: null }];
      const top = [...folders, ...FILES.filter(({ id }) => !id.includes('/'))];
      const shown = folder === null ? top : FILES.filter(({ id }) => inside(id));
      return { entries: shown.map(({ text: _, ...entry }) => entry), next_cursor: null };
    },
    async check(_config, { secret }) {
      refuse(secret);
    },
  };
}

function listed({ id, name, media_type, size }: BrowseEntry): ListedItem {
  const etag = `"${id} ${size}"`;
  return { key: id, name, url: null, media_type, size, etag, modified_at: null, memo: null };
}
