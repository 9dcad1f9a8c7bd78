/** What email domains need that differs between the server and the mocks. */
export interface CapturePort {
  /**
   * The texts of a name's TXT records; none if there are no such records.
   * @throws when the name servers don't answer
   */
  lookupTxt(name: string): Promise<string[]>;
}
