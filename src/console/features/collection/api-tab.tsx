import { Group } from '@mantine/core';
import { useState } from 'react';
import { paths } from '#console/modules/paths.ts';
import { apiBaseUrl } from '#console/modules/run/copy-curl.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { SaveButton } from '#console/ui/display/save-button.tsx';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { saveText } from '#console/ui/download.ts';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import {
  SEARCH_LANGUAGES,
  type SearchLanguage,
  searchSnippet,
} from '#core/collection/contract/snippets.ts';
import { stemOf } from '#core/task/contract/file-name.ts';
import { API_KEY_VARIABLE } from '#core/task/snippets/snippets.ts';
import {
  getCollectionClient,
  getCollectionOpenApi,
  useListDocumentTags,
  useListQuestions,
} from '#generated/api/collection/collection.ts';
import type { Collection } from '#generated/model/index.ts';
import classes from './api-tab.module.css';

const languages: Record<SearchLanguage, string> = {
  curl: 'cURL',
  typescript: 'TypeScript',
  python: 'Python',
};

/** How to search a collection through the API: URL, code and typed client. */
export function ApiTab({ collection }: { collection: Collection }) {
  const { orgId, projectId } = useActiveProject();
  const [language, setLanguage] = useState<SearchLanguage>('curl');
  const at = [orgId, projectId, collection.id] as const;
  const tag = useListDocumentTags(...at).data?.results[0];
  const saved = useListQuestions(...at, { page_limit: 1 }).data?.results[0];
  const stem = stemOf(collection.name, 'collection');
  const url = `${apiBaseUrl()}/org/${orgId}/project/${projectId}/collection/${collection.id}/search`;
  const code = searchSnippet(language, {
    url,
    clientName: `${stem}.ts`,
    request: {
      query: saved?.question ?? collection.name,
      top_k: 5,
      ...(tag !== undefined && { filter: { tags: [tag] } }),
    },
  });
  const read = {
    client: () => getCollectionClient(...at),
    document: async () => JSON.stringify(await getCollectionOpenApi(...at), null, 2),
  };

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
            items={SEARCH_LANGUAGES.map((value) => ({ value, label: languages[value] }))}
          />
          <CodeBlock code={code} what={`${languages[language]} search`} maxHeight={420} />
          <p className={classes.lead}>
            <span className="tl-mono">{API_KEY_VARIABLE}</span> holds an API key of this project.
            Keys are shown only once, when created. Manage them under{' '}
            <Link to={paths.apiKeys(projectId)} className={classes.link}>
              API keys
            </Link>
            .
          </p>
        </section>
        <section>
          <SectionTitle>Typed client</SectionTitle>
          <p className={classes.lead}>
            One TypeScript file with types, zod validators and a client that searches. Its filter
            knows the tags of the documents. Its only dependency is zod.
          </p>
          <Group gap={16}>
            <Group gap={4}>
              <SaveButton
                label="Download client"
                read={read.client}
                save={(text) => saveText(`${stem}.ts`, text, 'text/typescript')}
              />
              <CopyButton what="client" value={read.client} />
            </Group>
            <Group gap={4}>
              <SaveButton
                label="Download OpenAPI"
                read={read.document}
                save={(text) => saveText(`${stem}.openapi.json`, text, 'application/json')}
              />
              <CopyButton what="OpenAPI" value={read.document} />
            </Group>
          </Group>
        </section>
      </div>
    </div>
  );
}
