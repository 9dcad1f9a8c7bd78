/** A rough, cheap estimate of how many tokens a text of this length has. */
export function estimateTokens(characters: number): number {
  return Math.ceil(characters / 4);
}

/** The most tokens that a text can have: tokenisers make at most one of each byte in UTF-8. */
export function tokensAtMost(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // A surrogate pair is four bytes.
    if (unit >= 0x80) bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}
