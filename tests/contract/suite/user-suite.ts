import { describe, expect, it } from 'vitest';
import { AVATAR_MAX_BYTES } from '#core/limits.ts';
import { call, type Target } from '../target.ts';

/** The signed-in person. */
export function suite(target: () => Target): void {
  describe('the profile picture', () => {
    const upload = (field: string, content: string) => {
      const disposition = `form-data; name="${field}"; filename="me.png"`;
      const head = `--b\r\ncontent-disposition: ${disposition}\r\ncontent-type: image/png\r\n\r\n`;
      return call(target(), 'member', 'PUT', '/user/avatar', {
        raw: `${head}${content}\r\n--b--\r\n`,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      });
    };

    it.each(['file', 'picture'])('that is too large is 413 in the field %s', async (field) => {
      const { status, body } = await upload(field, 'x'.repeat(AVATAR_MAX_BYTES + 1));
      expect([status, body.code]).toEqual([413, 'payload_too_large']);
      expect(body.errors[0].pointer).toBe('/file');
    });

    it('that is in another field is 400', async () => {
      const { status, body } = await upload('picture', 'x');
      expect([status, body.errors[0].pointer]).toEqual([400, '/picture']);
    });
  });
}
