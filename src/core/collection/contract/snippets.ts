import { toJavaScript, toPython, toShell } from '#core/task/snippets/literals.ts';
import { API_KEY_VARIABLE, curlPost } from '#core/task/snippets/snippets.ts';
import type { SearchRequest } from '#generated/model/index.ts';

/** The languages of snippets that search. */
export const SEARCH_LANGUAGES = ['curl', 'typescript', 'python'] as const;
export type SearchLanguage = (typeof SEARCH_LANGUAGES)[number];

interface SearchCall {
  /** Absolute URL of the search endpoint. */
  url: string;
  request: SearchRequest;
  /** The name of the collection's typed client. */
  clientName: string;
}

/** A program that searches a collection, ready to paste. */
export function searchSnippet(language: SearchLanguage, call: SearchCall): string {
  return SNIPPETS[language](call);
}

const SNIPPETS: Readonly<Record<SearchLanguage, (call: SearchCall) => string>> = {
  curl: ({ url, request }) => curlPost(toShell(url), request),
  typescript: ({ request, clientName }) => `import { createClient } from './${clientName}';

const client = createClient({ apiKey: process.env.${API_KEY_VARIABLE} ?? '' });
const { results } = await client.search(${toJavaScript(request)});
for (const { document_name, text } of results) console.log(document_name, text);
`,
  python: ({ url, request }) => `import json, os, urllib.request

request = urllib.request.Request(
    ${toPython(url)},
    data=json.dumps(${toPython(request).replaceAll('\n', '\n    ')}).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['${API_KEY_VARIABLE}']}",
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    for result in json.load(response)["results"]:
        print(result["document_name"], result["text"])
`,
};
