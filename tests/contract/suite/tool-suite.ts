import { describe, expect, it } from 'vitest';
import { type Any, call, projectPath, type Target } from '../target.ts';

/** Settings of tool calls. The requests they send are tested on the server. */
export function suite(target: () => Target): void {
  const tools = () => `${projectPath(target())}/tool`;

  describe('tool calls', () => {
    it('are signed with a secret that is shown only once', async () => {
      const rotate = (overlap_hours: number) =>
        call(target(), 'editor', 'POST', `${tools()}/secret/rotate`, { body: { overlap_hours } });
      const { body: first } = await rotate(0);
      expect(first.secret).toMatch(/^whsec_[\w+/=]{32,}$/);
      expect(first.tool_secret.old_secret_until).toBeNull();
      const { body: second } = await rotate(24);
      expect(second.secret).not.toBe(first.secret);
      const left = Date.parse(second.tool_secret.old_secret_until) - Date.now();
      expect(Math.round(left / 3_600_000)).toBe(24);
      const got = await call(target(), 'member', 'GET', `${tools()}/secret`);
      expect(got.body).toEqual(second.tool_secret);
    });

    it('authenticate to servers, with one credential per path', async () => {
      const keep = (url: string, authorization: string) =>
        call(target(), 'editor', 'PUT', `${tools()}/credential`, { body: { url, authorization } });
      const { body: made } = await keep('https://mcp.example.com/mcp', 'Bearer one');
      const { body: again } = await keep('https://MCP.example.com:443/mcp/?a=b', 'Bearer two');
      expect(again).toMatchObject({ id: made.id, origin: 'https://mcp.example.com', path: '/mcp' });
      const { body: other } = await keep('https://mcp.example.com/other', 'Bearer three');
      const list = await call(target(), 'editor', 'GET', `${tools()}/credential`);
      const own = list.body.results.filter(({ origin }: Any) => origin === made.origin);
      expect(own.map(({ id }: Any) => id).sort()).toEqual([made.id, other.id].sort());
      expect(JSON.stringify([made, again, list.body])).not.toContain('Bearer');
      const path = `${tools()}/credential/${made.id}`;
      expect((await call(target(), 'editor', 'DELETE', path)).status).toBe(204);
      expect((await call(target(), 'editor', 'DELETE', path)).status).toBe(404);
    });

    it.each([
      [{ url: 'http://10.0.0.1', authorization: 'x' }, '/url'],
      [{ url: 'https://example.com', authorization: 'a\nb' }, '/authorization'],
    ])('with %j get a pointer to the error', async (body, pointer) => {
      const options = { body };
      const response = await call(target(), 'editor', 'PUT', `${tools()}/credential`, options);
      expect([response.status, response.body.errors[0].pointer]).toEqual([400, pointer]);
    });

    it("to MCP servers report the server's errors", async () => {
      const ask = (url: string) =>
        call(target(), 'editor', 'POST', `${tools()}/mcp`, { body: { url } });
      const inside = await ask('http://127.0.0.1/mcp');
      expect([inside.status, inside.body.errors[0].pointer]).toEqual([400, '/url']);
      const gone = await ask('https://mcp.invalid/mcp');
      expect([gone.status, gone.body.code]).toEqual([502, 'tool_failed']);
      expect(gone.body.detail).toMatch(/^Couldn't list the MCP server's tools: .*mcp\.invalid/);
    });
  });
}
