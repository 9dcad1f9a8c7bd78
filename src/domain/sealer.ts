/** Encrypts texts at rest, so that a copy of the database does not reveal them. */
export interface Sealer {
  /** @param purpose what the text is for; `open` must be given the same purpose */
  seal(purpose: string, text: string): string;
  /** Undoes `seal`; throws when the text was altered, or sealed with another secret or purpose. */
  open(purpose: string, sealed: string): string;
}
