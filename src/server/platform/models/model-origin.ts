/** The origin of an error, to explain what to do about it. */
export interface ModelOrigin {
  /** Display name: `OpenAI`, `the server at http://…`. */
  provider: string;
  /** The environment variable with its API key. */
  keyName: string;
  /** The model's name at the provider. */
  model: string;
}
