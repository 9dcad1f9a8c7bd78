import { type Html, html, prose } from './html.ts';
import { intro, page } from './page.ts';

const INTRO = `What Taskloom promises to the people who share a server, what whoever runs it has to set, and how to report a vulnerability.`;

interface Section {
  id: string;
  title: string;
  text: string;
  /** What it is about, and what holds. */
  terms?: readonly (readonly [term: string, meaning: string])[];
}

const SECTIONS: readonly Section[] = [
  {
    id: 'report',
    title: 'Report a vulnerability',
    text: `Report it privately, not in a public issue: with “Report a vulnerability” under Security in the repository of the code, or to whoever runs the server if it concerns that server alone. Say what you did, what you saw and what you expected, with the value of \`x-request-id\` from the response. Please use your own accounts and test data, and give us time for a fix before you publish.`,
  },
  {
    id: 'promises',
    title: 'What holds for everyone on a server',
    text: '',
    terms: [
      [
        'Tenants',
        "Every operation states in the contract which permission it needs (`x-permission`), and that is checked before the request's body is read. What you may not see responds with 404; what you may see but not do responds with 403. Search and the assistant read with your permissions.",
      ],
      [
        'Sessions',
        'A token is accepted only while its session is active. When you sign out, change your password or end a session elsewhere, its chat connections are closed within a second, on all nodes. With an external Ory Kratos, the server notices within 45 seconds if `IDENTITY_ADMIN_URL` is set, or with `AUTH_METHOD=cookie`.',
      ],
      [
        'Sign-in',
        "Passwords are hashed with Argon2id. Attempts are slowed down by account and network; nobody can lock you out of your own account. An email address belongs to whoever proves it: a confirmation link opened in another browser first asks whether you signed up, and “no” ends the account's credentials and sessions.",
      ],
      [
        'Secrets',
        "Provider keys, credentials for tools and data sources, webhook secrets, and emails that are waiting to be sent are encrypted in the database (AES-256-GCM, with keys derived from `SECRET_KEY`). API keys and apps' tokens are stored as hashes. What you enter as a secret is never returned by the API. Secrets are removed from what providers send back, and are not logged; neither are prompts.",
      ],
      [
        'Outgoing requests',
        "Webhooks, tools, MCP servers, crawlers, data sources and an organisation's own model endpoints reach public addresses only. The address is checked when the connection is opened, so neither redirects nor changing DNS answers lead inside. The server itself is out of reach even if its address is in `OUTBOUND_ALLOW`. Credentials are not sent to another origin after a redirect.",
      ],
      [
        'Money',
        'A run reserves the most that it may cost before it starts. No request to a model is charged more than was reserved for it, whatever the provider reports, and a model that ignores its maximum output is stopped. Concurrent runs cannot spend the same balance twice.',
      ],
      [
        'Limits',
        'Everything that arrives has a maximum size, depth and count, and each organisation has a share of runs, streams, jobs and emails, so that one cannot stop the others. Codes and security emails are delivered apart from invitations and notifications.',
      ],
      [
        'Emails',
        'One person can have 5 invitations an hour and 10 a day emailed until their address is verified, 50 and 100 in the first week of the account, and 250 and 500 after that, with all of their accounts and in all organisations. One address gets at most 10 a day. An email contains nothing that its sender wrote except names that cannot carry a message.',
      ],
      [
        'Audit',
        'Each change of an organisation, its projects, people, keys and settings is in its audit log: who, when, from where, and what was changed. It is kept for as long as an owner chooses, from 30 days to 10 years.',
      ],
    ],
  },
  {
    id: 'limits',
    title: 'What it does not protect from',
    text: `- Whoever runs the server, or can read its \`SECRET_KEY\` and database, can read everything in it.
- A model may do what a document, a website or a visitor tells it. Give tasks only the tools and collections that everyone who runs them may use.
- Anybody with a free account can use up to their credit, invite as many people as stated above, and read what is shared by links that they know.
- Some limits (requests per minute, conversations with widgets, connections) are counted by each process, so several nodes allow several times as much.`,
  },
  {
    id: 'operators',
    title: 'What you must set when you run it for others',
    text: 'The defaults are for one person on one machine.',
    terms: [
      [
        'PUBLIC_URL, HOST, TRUST_PROXY',
        'Serve it with HTTPS, behind a proxy that ends TLS. `PUBLIC_URL` is the address that people use; with `https`, cookies are sent over HTTPS only. Set `TRUST_PROXY` to the number of proxies in front of the server: without it, everyone seems to be on the same network, and with too many, anybody can claim any address. Let nobody reach the server around the proxy.',
      ],
      [
        'SECRET_KEY, DATA_DIR',
        "Set `SECRET_KEY` from your secret store, the same on every node. If it is missing, one is generated in `DATA_DIR/secret.key`, readable only by the server's user. Keep `DATA_DIR` readable by that user alone (mode 700), and back the key up apart from the data: without it, sealed secrets are lost.",
      ],
      [
        'AUTH_METHOD',
        "`jwt` (the default) never accepts a cookie, so that no other website can make requests for a person. `cookie` checks the request's origin instead.",
      ],
      [
        'SMTP_URL, MAIL_FROM',
        'Without SMTP, nobody can prove an email address: emails are kept at `/outbox`, which only this machine can read, and every address counts as verified, so the free credit and joining by email domain need the word of an owner. Never set `OUTBOX_PUBLIC` or `TRUST_ADDRESSES` on a server that strangers can reach.',
      ],
      [
        'OUTBOUND_ALLOW',
        "Private addresses that everyone's tools, webhooks and crawlers may reach. Leave it empty unless all organisations on the server may use these services, and never add your cloud's metadata address.",
      ],
      [
        'IDENTITY_URL, IDENTITY_ADMIN_URL',
        'With Ory Kratos, set `required_aal: highest_available` and the admin URL, so that tokens end with their sessions. Keep the admin API out of reach. `/docs/identity` has a complete configuration, and says what cannot be done there.',
      ],
      ['METRICS_PUBLIC, CORS_ORIGINS', 'Leave them unset unless you need them.'],
      [
        'Backups',
        'Back up the database and `DATA_DIR` together, encrypted, and try to restore them. The embedded database survives a killed process but not a power failure; use PostgreSQL for anything that you cannot lose.',
      ],
      ['Updates', 'Install updates soon. `/docs/changelog` lists what changes for callers.'],
    ],
  },
];

/** What the product promises, and what whoever runs it must do. */
export function securityPage(): string {
  return page({
    title: 'Security',
    path: '/docs/security',
    contents: [['Security', SECTIONS.map(({ id, title }) => ({ id, text: title }))]],
    body: html`${intro('Security', INTRO)}${SECTIONS.map(sectionView)}`,
  });
}

function sectionView({ id, title, text, terms = [] }: Section): Html {
  return html`<section id="${id}"><h2>${title}</h2>${prose(text)}${
    terms.length > 0 &&
    html`<dl class="fields">${terms.map(
      ([term, meaning]) => html`<dt>${term}</dt><dd>${prose(meaning)}</dd>`,
    )}</dl>`
  }</section>`;
}
