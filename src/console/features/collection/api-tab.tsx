import { useState } from 'react';
import { publicApiUrl } from '#console/api/config.ts';
import { readOnce } from '#console/api/query/calls.ts';
import { ContractFiles } from '#console/modules/api-contract/contract-files.tsx';
import { KeyNote } from '#console/modules/api-contract/key-note.tsx';
import { LANGUAGES } from '#console/modules/api-contract/languages.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import {
  SEARCH_LANGUAGES,
  type SearchLanguage,
  searchSnippet,
} from '#core/collection/contract/snippets.ts';
import { stemOf } from '#core/task/contract/file-name.ts';
import {
  getGetCollectionClientQueryOptions,
  getGetCollectionOpenApiQueryOptions,
  useListDocumentTags,
  useListQuestions,
} from '#generated/api/collection/collection.ts';
import type { Collection } from '#generated/model/index.ts';
import classes from './api-tab.module.css';

/** How to search a collection through the API: URL, code and typed client. */
export function ApiTab({ collection }: { collection: Collection }) {
  const { orgId, projectId } = useActiveProject();
  const [language, setLanguage] = useState<SearchLanguage>('curl');
  const at = [orgId, projectId, collection.id] as const;
  const tag = useListDocumentTags(...at).data?.results[0];
  const saved = useListQuestions(...at, { page_limit: 1 }).data?.results[0];
  const stem = stemOf(collection.name, 'collection');
  const url = `${publicApiUrl()}/org/${orgId}/project/${projectId}/collection/${collection.id}/search`;
  const code = searchSnippet(language, {
    url,
    clientName: `${stem}.ts`,
    request: {
      query: saved?.question ?? collection.name,
      top_k: 5,
      ...(tag !== undefined && { filter: { tags: [tag] } }),
    },
  });

  return (
    <div className={classes.tab}>
      <div className={classes.api}>
        <section>
          <SectionTitle>Endpoint</SectionTitle>
          <CodeBlock code={`POST ${url}`} what="endpoint" maxHeight={120} />
        </section>
        <section>
          <SectionTitle>Search the collection</SectionTitle>
          <Segmented
            size="xs"
            label="Language"
            value={language}
            onChange={setLanguage}
            items={SEARCH_LANGUAGES.map((value) => ({ value, label: LANGUAGES[value] }))}
          />
          <CodeBlock code={code} what={`${LANGUAGES[language]} search`} maxHeight={420} />
          <p className={classes.lead}>
            <KeyNote projectId={projectId} />
          </p>
        </section>
        <section>
          <SectionTitle>Typed client</SectionTitle>
          <p className={classes.lead}>
            One TypeScript file with types, zod validators and a client that searches. Its filter
            knows the tags of the documents. Its only dependency is zod.
          </p>
          <ContractFiles
            names={{ client: `${stem}.ts`, document: `${stem}.openapi.json` }}
            readClient={() => readOnce(getGetCollectionClientQueryOptions(...at))}
            readDocument={() => readOnce(getGetCollectionOpenApiQueryOptions(...at))}
          />
        </section>
      </div>
    </div>
  );
}
