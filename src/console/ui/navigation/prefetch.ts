/** Loads what the page at a path needs (its chunk, perhaps its data) before it is opened. */
type Prefetch = (path: string) => void;

let prefetch: Prefetch = () => undefined;

/** Registered by the app, since only it knows the routes. */
export function setPrefetch(how: Prefetch): void {
  prefetch = how;
}

/** Call it when a link is likely to be followed: on hover and on focus. Repeated calls are cheap. */
export function prefetchPage(path: string): void {
  prefetch(path);
}
