/** `npm run dev:server`: serves the API behind the console's dev server, which is the address opened in the browser. */
process.env.NODE_ENV ??= 'development';
process.env.PUBLIC_URL ??= 'http://localhost:5173';
import('./main.ts');

export {};
