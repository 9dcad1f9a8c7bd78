/**
 * The functions that threads perform, by name. Each is loaded by the first thread that needs it. They are pure: they get
 * one value that can be cloned, and give one back. Large values take least time as texts and buffers.
 */
export const JOBS = {
  async contractChanges() {
    const { diffSchemas } = await import('#contract/diff.ts');
    const { contractChanges } = await import('#domain/task/contract-changes.ts');
    /** @param definitions the one that is replaced and the one that replaces it, as JSON */
    return (definitions: string) => {
      const [base, next] = JSON.parse(definitions);
      return contractChanges(diffSchemas, base, next);
    };
  },
  extractDocument: async () =>
    (await import('../../features/collection/document-jobs.ts')).extractDocument,
  splitText: async () => (await import('../../features/collection/document-jobs.ts')).splitText,
  splitDocument: async () =>
    (await import('../../features/collection/document-jobs.ts')).splitDocument,
  countTokens: async () => (await import('../models/count-tokens.ts')).countTokens,
  readCases: async () => (await import('#core/evaluation/import.ts')).readCases,
};

export type JobName = keyof typeof JOBS;
type Job<Name extends JobName> = Awaited<ReturnType<(typeof JOBS)[Name]>>;
export type Payload<Name extends JobName> = Parameters<Job<Name>>[0];
export type Result<Name extends JobName> = Awaited<ReturnType<Job<Name>>>;
