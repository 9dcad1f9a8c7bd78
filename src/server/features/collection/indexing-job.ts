import { failIndexing, indexDocument } from '#domain/collection/ingest/ingest.ts';
import type { Domain } from '#domain/domain.ts';
import type { ClaimedJob } from '../../platform/jobs/job-table.repository.ts';
import { jobKind } from '../../platform/jobs/jobs.ts';
import { INDEXINGS } from './collection.repository.ts';

/** Indexes due documents. Several at once, because they mostly wait for threads and models. */
export function indexingJob(domain: Domain) {
  return jobKind<ClaimedJob & { index_id: string; document_id: string }>({
    name: 'documents',
    queue: {
      table: INDEXINGS,
      slots: { total: 8 },
      pollMs: 2000,
      work: ({ index_id, document_id }, signal) =>
        indexDocument(domain, { index_id, document_id }, signal),
      onFail: ({ index_id, document_id }, error, report) =>
        failIndexing(domain, { index_id, document_id }, error, report),
    },
  });
}
