import { prepareTryIt } from './try-it.ts';

/** Browser script of the /docs pages: colour scheme, search, current section, trying operations. */
const scheme = localStorage.getItem('mantine-color-scheme-value');
if (scheme === 'light' || scheme === 'dark') document.documentElement.style.colorScheme = scheme;

for (const place of document.querySelectorAll<HTMLDetailsElement>('details.try'))
  prepareTryIt(place);
searchIn(document.querySelector('nav'));
followScroll();

/** Search: shows only the entries that contain all words, and their headings. */
function searchIn(nav: HTMLElement | null): void {
  const input = nav?.querySelector<HTMLInputElement>('input[type=search]');
  if (!nav || !input) return;
  const links = [...nav.querySelectorAll<HTMLAnchorElement>('section a')];
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    nav.dataset.searching = String(words.length > 0);
    for (const link of links) {
      const text = `${link.textContent} ${link.hash} ${link.dataset.words ?? ''}`.toLowerCase();
      link.hidden = !words.every((word) => text.includes(word));
    }
    for (const section of nav.querySelectorAll('section'))
      section.hidden = !section.querySelector('a:not([hidden])');
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') links.find((link) => !link.hidden)?.click();
    if (event.key === 'Escape') {
      input.value = '';
      input.dispatchEvent(new Event('input'));
    }
  });
  document.addEventListener('keydown', (event) => {
    const typing =
      event.target instanceof Element && event.target.closest('input, textarea, select');
    if (event.key !== '/' || typing) return;
    event.preventDefault();
    input.focus();
  });
}

/** Highlights the entry of the section on the screen. */
function followScroll(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('nav section a')].map((link) => [
      link.hash.slice(1),
      link,
    ]),
  );
  let current: HTMLAnchorElement | undefined;
  const watcher = new IntersectionObserver(
    (entries) => {
      const entry = entries.find(({ isIntersecting }) => isIntersecting);
      const link = entry && links.get(entry.target.id);
      if (!link) return;
      current?.removeAttribute('aria-current');
      link.setAttribute('aria-current', 'location');
      // Not scrollIntoView, which would also scroll the page when the list is above it.
      link.closest('nav')?.scrollTo({ top: link.offsetTop - innerHeight / 2 });
      current = link;
    },
    { rootMargin: '0px 0px -80% 0px' },
  );
  for (const part of document.querySelectorAll('main section[id]')) watcher.observe(part);
}
