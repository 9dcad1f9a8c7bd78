/** JSON from elsewhere, as deep and large as it comes: this product's limits don't apply. Undefined if it is invalid. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
