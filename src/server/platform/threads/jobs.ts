const documents = () => import('../../features/collection/document-jobs.ts');

/**
 * The functions that threads can run, by name, loaded on demand. They are pure: they receive and return one cloneable
 * value. Large values are cloned fastest as strings and buffers.
 */
export const JOBS = {
  async contractChanges() {
    const { diffSchemas } = await import('#contract/diff.ts');
    const { contractChanges } = await import('#domain/revision/contract-changes.ts');
    /** @param definitions the old and the new one, as JSON */
    return (definitions: string) => {
      const [base, next] = JSON.parse(definitions);
      return contractChanges(diffSchemas, base, next);
    };
  },
  extractDocument: async () => (await documents()).extractDocument,
  readArchive: async () => (await documents()).readArchive,
  storeOriginals: async () => (await documents()).storeOriginals,
  splitText: async () => (await documents()).splitText,
  splitDocument: async () => (await documents()).splitDocument,
  countTokens: async () => (await import('../models/count-tokens.ts')).countTokens,
  openOrgArchive: async () =>
    (await import('../../features/collection/transfer-jobs.ts')).openUploadedArchive,
  readCases: async () => (await import('#core/evaluation/import.ts')).readCases,
};

export type JobName = keyof typeof JOBS;
type Job<Name extends JobName> = Awaited<ReturnType<(typeof JOBS)[Name]>>;
export type Payload<Name extends JobName> = Parameters<Job<Name>>[0];
export type Result<Name extends JobName> = Awaited<ReturnType<Job<Name>>>;
