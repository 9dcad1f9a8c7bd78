/** What price corrections need that differs between the server and the mocks. */
export interface PricePort {
  /** Called when there is a correction to work on. */
  kick(): void;
}
