import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withAbsoluteTags } from './page-tags.ts';

const page = readFileSync(new URL('../../console/index.html', import.meta.url), 'utf8');

it.each([
  ['https://loom.example', 'https://loom.example/'],
  ['https://loom.example/console/', 'https://loom.example/console/'],
  ['https://loom.example/a"b', 'https://loom.example/a%22b/'],
])("the console's page at %s has absolute social tags", (publicUrl, base) => {
  const html = withAbsoluteTags(page, publicUrl);
  expect(html).toContain(`<meta property="og:url" content="${base}" />`);
  expect(html).toContain(`<meta property="og:image" content="${base}social.png" />`);
  expect(html).toContain(`<meta name="twitter:image" content="${base}social.png" />`);
  // Nothing else of the page depends on its address.
  expect(html.length - page.length).toBe(3 * (base.length - 1));
});

it("the console's page has the specified title, a description, social tags and icons", () => {
  const title = 'Your app, but smarter - rapid LLM prototyping and deployment';
  expect(page).toContain(`<title>${title}</title>`);
  expect(page.replace(/\s+/g, ' ')).toContain(`<meta property="og:title" content="${title}"`);
  for (const name of ['description', 'twitter:card'])
    expect(page).toMatch(new RegExp(`<meta\\s+name="${name}"\\s+content="[^"]+"`));
  for (const rel of ['icon', 'apple-touch-icon', 'manifest'])
    expect(page).toContain(`<link rel="${rel}" href="/`);
});
