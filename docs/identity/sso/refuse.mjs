import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const DOMAINS = ['acme.example'];

createServer(async (request, response) => {
  const { email } = await json(request);
  const isRefused = DOMAINS.includes(email.split('@').at(-1).toLowerCase());
  const messages = [{ id: 1, type: 'error', text: 'Sign in with your company account instead.' }];
  response.writeHead(isRefused ? 403 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isRefused ? { messages: [{ instance_ptr: '#/', messages }] } : {}));
}).listen(4455, 'localhost');
