/** A rough, cheap estimate of how many tokens a text of this length has. */
export function estimateTokens(characters: number): number {
  return Math.ceil(characters / 4);
}
