/** Where the parts are, as a browser sees them. */
interface Addresses {
  console: string;
  /** Base URL of Kratos, without a slash at the end. */
  identity: string;
}

/** Docker Compose: Taskloom, Kratos, their databases, and a proxy with certificates. */
export function composeFile({ console, identity }: Addresses): string {
  return `services:
  proxy:
    image: caddy:2 # gets certificates for the hosts in the Caddyfile
    restart: unless-stopped
    ports: ['80:80', '443:443'] # nothing else is reachable from outside
    volumes:
      - ./Caddyfile:/etc/caddy/Caddyfile:ro
      - caddy:/data # the certificates
    depends_on: [taskloom, kratos]
  taskloom:
    image: node:24
    restart: unless-stopped
    working_dir: /app
    command: sh -c "npm ci && npm start"
    volumes:
      - ./taskloom:/app # a checkout of this repository
      - taskloom:/data # files and secrets
      - ./identity/public.jwks.json:/etc/taskloom/public.jwks.json:ro # not the private key
    environment:
      HOST: 0.0.0.0 # inside the container
      PUBLIC_URL: ${console}
      TRUST_PROXY: 1 # the proxy above, so that limits count networks and not the proxy
      DATA_DIR: /data
      DATABASE_URL: postgres://taskloom:\${DB_PASSWORD}@db/taskloom
      SECRET_KEY: \${SECRET_KEY} # encrypts stored credentials; the same on every node
      AUTH_METHOD: jwt # or cookie
      IDENTITY_URL: http://kratos:4433 # how the server reaches Kratos
      PUBLIC_IDENTITY_URL: ${identity} # how browsers reach it
      IDENTITY_ISSUER: ${identity} # base_url in kratos.yml
      IDENTITY_JWKS_URL: file:///etc/taskloom/public.jwks.json # verifies tokens
      IDENTITY_ADMIN_URL: http://kratos:4434 # a token ends with its session
      SMTP_URL: \${SMTP_URL} # Taskloom's own emails, and what makes verified addresses matter
    depends_on: [db, kratos]
  kratos:
    image: oryd/kratos:v26.2.0
    restart: unless-stopped
    user: '10000' # the owner of tokenizer.jwks.json, whatever the image's own user is
    command: serve -c /etc/kratos/kratos.yml --watch-courier # sends emails; with several nodes, in one of them only
    volumes:
      - ./identity:/etc/kratos:ro
    environment: &kratos
      DSN: postgres://kratos:\${DB_PASSWORD}@kratos-db/kratos
      SECRETS_COOKIE: \${SECRETS_COOKIE} # signs cookies
      SECRETS_CIPHER: \${SECRETS_CIPHER} # encrypts seeds of authenticator apps; exactly 32 characters
      COURIER_SMTP_CONNECTION_URI: \${SMTP_URL}
    depends_on:
      kratos-migrate: { condition: service_completed_successfully }
  kratos-migrate:
    image: oryd/kratos:v26.2.0
    user: '10000'
    command: migrate sql -e --yes -c /etc/kratos/kratos.yml
    volumes:
      - ./identity:/etc/kratos:ro
    environment: *kratos
    depends_on:
      kratos-db: { condition: service_healthy }
  db:
    image: pgvector/pgvector:pg18 # for searching collections by meaning
    restart: unless-stopped
    environment: { POSTGRES_USER: taskloom, POSTGRES_PASSWORD: '\${DB_PASSWORD}' }
    volumes: ['db:/var/lib/postgresql']
  kratos-db:
    image: postgres:18
    restart: unless-stopped
    environment: { POSTGRES_USER: kratos, POSTGRES_PASSWORD: '\${DB_PASSWORD}' }
    volumes: ['kratos-db:/var/lib/postgresql']
    healthcheck: # the migration must not start before the database
      test: [CMD, pg_isready, -U, kratos]
      interval: 2s
      retries: 30
volumes: { caddy: {}, taskloom: {}, db: {}, kratos-db: {} }
`;
}

/** The proxy for one origin: Kratos is under a path of the console's origin. */
export const ONE_ORIGIN_PROXY = `app.example.com {
	# base_url in kratos.yml ends with this path; Kratos itself doesn't see it.
	handle_path /identity/* {
		reverse_proxy kratos:4433
	}
	handle {
		reverse_proxy taskloom:4000
	}
}
`;

/** The proxy for two origins. */
export const TWO_ORIGINS_PROXY = `app.example.com {
	reverse_proxy taskloom:4000
}
id.example.com {
	# The public port only: 4434 is the admin API.
	reverse_proxy kratos:4433
}
`;
