import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OAuthPort } from '#domain/oauth/oauth.port.ts';
import type { RateLimit } from '../../http/limits/rate-limit.ts';
import type { ProviderDeps } from './provider.ts';

/** Where the authorization server is mounted. The consent page of the console is there too. */
const PREFIX = '/oauth';

interface OAuthPluginDeps extends ProviderDeps {
  oauth: OAuthPort;
  limit: Pick<RateLimit, 'count'>;
}

type Listener = (request: FastifyRequest['raw'], response: FastifyReply['raw']) => unknown;

/** Serves the authorization server, which is loaded with its first request: most servers have no OAuth clients. */
export async function oauthPlugin(app: FastifyInstance, deps: OAuthPluginDeps): Promise<void> {
  const { origin, host, protocol } = new URL(deps.publicUrl);
  let listener: Promise<Listener> | undefined;
  const load = async () => {
    const { createProvider } = await import('./provider.ts');
    return createProvider({ ...deps, publicUrl: origin }).callback() as Listener;
  };

  // oidc-provider reads the body itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', (request, reply) => deps.limit.count(request, reply));

  async function pass(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    listener ??= load();
    const handle = await listener.catch((error: unknown) => {
      listener = undefined;
      throw error;
    });
    const { raw } = request;
    const target = raw.url?.startsWith(PREFIX) ? raw.url.slice(PREFIX.length) : raw.url;
    // Addresses in responses are the public ones, whatever the `Host` header says.
    Object.assign(raw.headers, {
      host,
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
    });
    Object.assign(raw, { originalUrl: `${PREFIX}${target}`, url: target });
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    await handle(raw, reply.raw);
  }

  /**
   * Continues a request that a person has answered, in the browser that it came from and that the answer was given in.
   * Otherwise, somebody could send others the consent page of their own request, and use what these allowed.
   */
  async function resume(
    request: FastifyRequest<{ Params: { id: string }; Querystring: { proof?: string } }>,
    reply: FastifyReply,
  ): Promise<void> {
    const row = await deps.stores.oauth.requests.find({ id: request.params.id });
    const { proof } = request.query;
    const isProven = typeof proof === 'string' && deps.oauth.hash(proof) === row?.proof_hash;
    if (!isProven) return void reply.redirect(`${PREFIX}/consent?error=unproven`, 303);
    await pass(request, reply);
  }

  app.get('/.well-known/oauth-authorization-server', pass);
  app.options('/.well-known/oauth-authorization-server', pass);
  app.get(`${PREFIX}/authorize`, pass);
  app.get<{ Params: { id: string }; Querystring: { proof?: string } }>(
    `${PREFIX}/authorize/:id`,
    resume,
  );
  for (const name of ['token', 'revoke', 'introspect']) {
    app.post(`${PREFIX}/${name}`, pass);
    app.options(`${PREFIX}/${name}`, pass);
  }
}
