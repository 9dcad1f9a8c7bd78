import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { msw } from 'msw/vite';
import { build, defineConfig, type Plugin } from 'vite';
import { groups, mockGroups } from './chunks.config.ts';
import { withAbsoluteTags } from './src/core/settings/page-tags.ts';

/** URL of `npm run dev:server`. The console's dev server proxies API calls to it. */
const server = process.env.TASKLOOM_SERVER ?? 'http://localhost:4000';
const serverPaths = [
  '/api/v1',
  '/identity',
  '/files',
  '/docs',
  '/openapi.json',
  '/openapi.yaml',
  '/outbox',
  '/oauth/authorize',
  '/oauth/token',
  '/oauth/revoke',
  '/oauth/introspect',
  '/.well-known/oauth-authorization-server',
];

export default defineConfig(({ mode }) => {
  const mock = mode === 'mock';
  return {
    root: 'src/console',
    cacheDir: join(import.meta.dirname, 'node_modules/.vite'),
    plugins: [
      react(),
      widgetScript(),
      ...(mock ? [msw({ mode: 'worker-only' }), preloadMocks()] : []),
      absoluteTags(process.env.PUBLIC_URL ?? (mock ? 'http://localhost:4173' : undefined)),
      precompress(),
    ],
    server: {
      host: 'localhost',
      port: 5173,
      proxy: mock
        ? {}
        : Object.fromEntries(
            serverPaths.map((path) => [path, { target: server, ws: path === '/api/v1' }]),
          ),
    },
    preview: { host: 'localhost', port: 4173 },
    build: {
      outDir: join(import.meta.dirname, mock ? 'dist/mock' : 'dist/console'),
      emptyOutDir: true,
      target: 'baseline-widely-available',
      // All browsers of the target preload modules by themselves.
      modulePreload: { polyfill: false },
      manifest: true,
      // The content security policy forbids data: fonts, and small files share one connection anyway.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 600,
      rolldownOptions: {
        output: {
          codeSplitting: { groups: mock ? mockGroups : groups },
          // The first screen lists the names of all files, so each character counts a hundred times.
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:6][extname]',
        },
      },
    },
  };
});

/**
 * Makes the addresses in the page's social tags absolute. Our server does it when it serves the page; other servers can't,
 * so a build for them needs PUBLIC_URL.
 */
function absoluteTags(publicUrl: string | undefined): Plugin {
  return {
    name: 'absolute-tags',
    apply: 'build',
    transformIndexHtml: (html) => (publicUrl ? withAbsoluteTags(html, publicUrl) : html),
  };
}

/**
 * Builds the widget: one script without dependencies, beside the console. Websites refer to it by its address, so its name
 * has no hash.
 */
function widgetScript(): Plugin {
  return {
    name: 'widget-script',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'widget.js', source: await buildWidget() });
    },
    configureServer({ middlewares }) {
      middlewares.use('/widget.js', (_request, response, next) => {
        buildWidget().then(
          (code) => response.setHeader('content-type', 'text/javascript').end(code),
          next,
        );
      });
    },
  };
}

async function buildWidget(): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'baseline-widely-available',
      lib: {
        entry: join(import.meta.dirname, 'src/widget/main.ts'),
        formats: ['iife'],
        name: 'taskloomWidget',
      },
    },
  });
  const [output] = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (output?.type !== 'chunk') throw new Error('The widget was not built');
  return output.code;
}

/** Loads the mocks in parallel with the console, because nothing is shown without them. */
function preloadMocks(): Plugin {
  return {
    name: 'preload-mocks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const mocks = chunks.find((chunk) => chunk.name === 'mocks');
        const files = mocks ? [mocks.fileName, ...mocks.imports] : [];
        return files
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            injectTo: 'head',
          }));
      },
    },
  };
}

/** Writes a `.br` and a `.gz` file next to each text file, so that the server never compresses on the fly. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const texts = entries.filter((e) => e.isFile() && /\.(m?js|css|svg|json)$/.test(e.name));
      await Promise.all(
        texts.map(async (entry) => {
          const path = join(entry.parentPath, entry.name);
          const content = await readFile(path);
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
        }),
      );
    },
  };
}
