/**
 * Makes the URLs in a page's social tags absolute, as link previews require.
 * @param publicUrl the URL at which the page is served
 */
export function withAbsoluteTags(html: string, publicUrl: string): string {
  const base = `${publicUrl.replace(/\/+$/, '')}/`;
  return html.replace(
    /(<meta (?:property|name)="(?:og:image|og:url|twitter:image)" content=")\/([^"]*)/g,
    (_, tag: string, path: string) =>
      tag + new URL(path, base).href.replaceAll('&', '&amp;').replaceAll("'", '&#39;'),
  );
}
