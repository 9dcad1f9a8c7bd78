import { type Html, html, prose } from '../html.ts';
import { intro, page } from '../page.ts';
import { IDENTITY_FILES } from './files.ts';
import type { Section } from './section.ts';
import { SSO_SECTIONS } from './single-sign-on.ts';

const INTRO = `Taskloom has an identity service of its own, and needs no other. Use Ory Kratos or Ory Network instead if several products share their accounts, or if you need sign-in with other providers. The console then shows Kratos's forms, and the server asks Kratos who is signed in.

This page has a complete configuration of Kratos 26.2, in which each line says what it is for. All files can be downloaded from where this page is, for example with \`curl -O http://localhost:4000/docs/identity/claims.jsonnet\`.`;

const KEYS = `# In a checkout of Taskloom. The folder then has tokenizer.jwks.json (private) and public.jwks.json.
npm run identity-keys -- /path/to/identity`;

/** The text of an email without a link. */
const CODE_MAIL =
  "Your verification code is {{ .VerificationCode }}. Enter it where you signed up. If you didn't sign up, don't give it to anyone.";

const base64 = (text: string) => Buffer.from(text).toString('base64');

const LOCAL_STEPS = `# 1. An empty folder, with a checkout of Taskloom that has been built (npm ci && npm run build) at $TASKLOOM
cd "$(mktemp -d)"
curl -fsSO http://localhost:4000/docs/identity/identity.schema.json
curl -fsSO http://localhost:4000/docs/identity/claims.jsonnet
curl -fsSO http://localhost:4000/docs/identity/local/kratos.yml
sed -i "s#/etc/kratos#$PWD#" kratos.yml      # where the files are
npm --prefix "$TASKLOOM" run identity-keys -- "$PWD"

# 2. Kratos. --dev allows cookies without HTTPS; never use it in production.
export DSN="sqlite://$PWD/kratos.sqlite?_fk=true&_journal_mode=WAL&_txlock=immediate&_busy_timeout=10000"
export SECRETS_COOKIE=$(openssl rand -hex 16) SECRETS_CIPHER=$(openssl rand -hex 16)
export COURIER_SMTP_CONNECTION_URI="smtp://localhost:1025/?disable_starttls=true"
kratos migrate sql -e --yes -c kratos.yml
kratos serve -c kratos.yml --dev --watch-courier &

# 3. Taskloom, with AUTH_METHOD=jwt or cookie
export IDENTITY_URL=http://localhost:4433 IDENTITY_ADMIN_URL=http://localhost:4434
export IDENTITY_JWKS_URL="file://$PWD/public.jwks.json" DATA_DIR="$PWD/data"
AUTH_METHOD=jwt npm --prefix "$TASKLOOM" start`;

const COMPOSE_STEPS = `DOCS=http://localhost:4000/docs/identity      # where this page is
SITE=one-origin                               # or two-origins
DOMAIN=your-domain.com                        # app.your-domain.com must lead here, and so must id.your-domain.com for two origins
mkdir taskloom-site && cd taskloom-site
git clone … taskloom                          # this repository
mkdir identity && cd identity                 # Kratos's files
npm --prefix ../taskloom ci && npm --prefix ../taskloom run identity-keys -- "$PWD"
sudo chown 10000 tokenizer.jwks.json          # the user that Kratos runs as; nobody else needs the private key
curl -fsSO $DOCS/identity.schema.json
curl -fsSO $DOCS/claims.jsonnet
curl -fsSO $DOCS/$SITE/kratos.yml
cd ..
curl -fsSO $DOCS/$SITE/compose.yml
curl -fsSO $DOCS/$SITE/Caddyfile
sed -i "s/example\\.com/$DOMAIN/g" identity/kratos.yml compose.yml Caddyfile
cat > .env <<END
DB_PASSWORD=$(openssl rand -hex 16)
SECRET_KEY=$(openssl rand -hex 32)
SECRETS_COOKIE=$(openssl rand -hex 16)
SECRETS_CIPHER=$(openssl rand -hex 16)
SMTP_URL=smtps://user:password@smtp.$DOMAIN:465
END
docker compose up -d
docker compose logs taskloom                  # the line “identity” says what to correct, if anything`;

const OWN_CODE_MAIL = `# In kratos.yml. The texts are the template's, in base64.
courier:
  templates:
    verification_code:
      valid:
        email:
          subject: base64://${base64('Your verification code')}
          body:
            plaintext: base64://${base64(CODE_MAIL)}
            html: base64://${base64(`<p>${CODE_MAIL}</p>`)}`;

const LOCAL_MAIL = 'curl -s http://localhost:4434/admin/courier/messages';

const SECTIONS: readonly Section[] = [
  {
    id: 'files',
    title: 'Schema, claims and keys',
    text: 'These are the same everywhere. The schema says what Kratos stores about a person. Additional traits are shown in the console too. The claims mapper adds to a token what Taskloom needs besides the id: without `aud`, every token is refused.',
    files: ['identity.schema.json', 'claims.jsonnet'],
    after:
      "Kratos signs tokens with a private key, but doesn't publish the public one. Create both, and give the public one to Taskloom with `IDENTITY_JWKS_URL`: either as a file (`file:///…`) or as the URL of any web server. To replace a key, add the new public key to the public file first, then replace the private one, and remove the old public key ten minutes later. A key that Taskloom doesn't know yet is loaded at once.",
    code: KEYS,
  },
  {
    id: 'local',
    title: 'Try it on one machine',
    text: 'Kratos and Taskloom on two ports of `localhost`. Always open `localhost`, not `127.0.0.1`: cookies and passkeys belong to one of the two.',
    code: LOCAL_STEPS,
    files: ['local/kratos.yml'],
    after: `Without an SMTP server at port 1025, emails stay in Kratos's queue. Read codes there: \`${LOCAL_MAIL}\`.`,
  },
  {
    id: 'one-origin',
    title: 'One origin',
    text: "The console is at `https://app.example.com` and Kratos under `/identity` of the same origin. Requests aren't cross-origin, so there is no CORS, and the session's cookie reaches the API by itself. Use this unless other products use Kratos too.",
    code: COMPOSE_STEPS,
    files: ['one-origin/kratos.yml', 'one-origin/compose.yml', 'one-origin/Caddyfile'],
  },
  {
    id: 'two-origins',
    title: 'Two origins',
    text: 'The console is at `https://app.example.com` and Kratos at `https://id.example.com`. Both must be on the same site (`example.com`), because browsers withhold cookies from other sites. The steps are the same, with `SITE=two-origins`. The files differ in CORS, in the domain of cookies, and in the proxy.',
    files: ['two-origins/kratos.yml', 'two-origins/compose.yml', 'two-origins/Caddyfile'],
  },
  {
    id: 'revocation',
    title: 'Tokens and ended sessions',
    text: `- \`AUTH_METHOD=jwt\` with \`IDENTITY_ADMIN_URL\`: the session of a token is looked up for each request. Whoever signs out or is revoked can do nothing more with an old token.
- \`AUTH_METHOD=jwt\` without it: a token is valid until it expires (\`ttl\`). Creating credentials and deleting organisations, projects, tasks or collections (operations marked with \`x-sensitive\` in the contract) needs one that is at most a minute old. The console requests a new one by itself; other clients get 401 \`token_too_old\` and can do the same.
- \`AUTH_METHOD=cookie\`: the session is looked up at most every 15 seconds, and always by sensitive operations.

Name and email address follow Kratos. An older token never brings an older name back.`,
  },
  {
    id: 'checks',
    title: 'What is wrong?',
    text: `- At start, the line \`identity\` says what to correct: the address of Kratos, the keys, the issuer or the admin API.
- \`/readyz\` has a check \`identity\`. It doesn't make the server unready, because API keys work without Kratos.
- A refused token leaves the line \`token refused\` in the log with the reason, for example \`its audience (aud) is missing instead of taskloom\`: then the claims mapper isn't used. The token itself is never logged.
- The token template can't be checked at start, because that takes somebody's session. If Kratos can't issue a token, the console says so after sign-in, with Kratos's reason: it doesn't find the template (its name must be \`taskloom\`), can't open a file (Kratos must be allowed to read both), can't execute JsonNet (the claims mapper fails, for example because a trait is missing), or can't sign (\`jwks_url\` must have the private key). If it closes the connection instead, the claims mapper doesn't return \`{ claims: … }\`.
- If a form says again and again that it was renewed for security, the browser doesn't send Kratos's cookies: check \`base_url\`, HTTPS, and that both hosts are on the same site.`,
  },
  {
    id: 'owners',
    title: 'Whose account does an email verify?',
    text: `Anyone can sign up with somebody else's address. When its owner then follows the link in the email, Kratos verifies the address for the account of whoever signed up, whose password and session stay. They could then join a company by its email domain. The embedded identity service asks first, in browsers that didn't sign up: “Did you sign up?”, and a “no” ends the account. Kratos can't be made to ask, so do one of these:

- Remove the link from the email, so that only the code is in it. A code works only in the form that asked for it, in the browser that signed up. Kratos's template for it has the address of the link, \`.VerificationURL\`; the configuration below replaces the template with one that has the code alone.
- Let people sign up by emailed code only: \`passwordless_enabled: true\` for \`code\`, and \`password\` and \`passkey\` without \`enabled: true\`. Nobody has an account then before the address is proven.
- Choose “People ask to join” for email domains, so that somebody of the organisation decides. If people sign in through your company's own provider, the address is proven by it.

Recovery by email and sign-in by code have the same effect in Kratos: they verify the address and keep what was set up before.`,
    code: OWN_CODE_MAIL,
  },
  {
    id: 'ory-network',
    title: 'Ory Network',
    text: "Set `IDENTITY_URL` and `IDENTITY_ADMIN_URL` to the project's URL, or better its custom domain on your site, and `IDENTITY_ADMIN_TOKEN` to an API token. Create the token template `taskloom` with the claims mapper above and your own key, and set `IDENTITY_JWKS_URL` to its public key.",
  },
];

/** How to run Taskloom with an external Ory Kratos. */
export function identityPage(): string {
  return page({
    title: 'Identity',
    path: '/docs/identity',
    contents: [
      ['Ory Kratos', SECTIONS.map(entryOf)],
      ['Single sign-on and provisioning', SSO_SECTIONS.map(entryOf)],
    ],
    body: html`${intro('Identity with Ory Kratos', INTRO)}${[...SECTIONS, ...SSO_SECTIONS].map(sectionView)}`,
  });
}

const entryOf = ({ id, title }: Section) => ({ id, text: title });

function sectionView({ id, title, text, code, files = [], after }: Section): Html {
  return html`<section id="${id}"><h2>${title}</h2>${prose(text)}${code !== undefined && preformatted(code)}${files.map(
    (name) =>
      html`<h3><a href="/docs/identity/${name}">${name}</a></h3>${preformatted(IDENTITY_FILES[name])}`,
  )}${prose(after)}</section>`;
}

function preformatted(text: string): Html {
  return html`<pre tabindex="0"><code>${text}</code></pre>`;
}
