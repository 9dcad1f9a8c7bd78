/** The origin of an error, to explain what to do about it. */
export interface ModelOrigin {
  /** Display name: `OpenAI`, `the server at http://…`. */
  provider: string;
  /** The settings with its API key and its address, such as environment variables. */
  settings: { key: string; url: string };
  /** The model's name at the provider. */
  model: string;
}
