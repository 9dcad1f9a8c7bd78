import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#console/api/error-message.ts';
import { mutate } from '#console/api/query/calls.ts';
import { getListOwnEndpointsQueryKey } from '#generated/api/endpoint/endpoint.ts';
import {
  getListEmbeddingModelsQueryKey,
  getListModelEndpointsQueryKey,
  getListModelsInfiniteQueryKey,
  testModelEndpoint,
} from '#generated/api/model/model.ts';
import type { ModelEndpointCheck, ModelEndpointCheckResult } from '#generated/model/index.ts';

/** The checks of each request, so that results appear as they come in. One probe of a model answers four of them. */
const STEPS: readonly ModelEndpointCheck[][] = [
  ['list'],
  ['answer', 'stream', 'schema', 'tools'],
  ['embeddings'],
];

export interface EndpointTest {
  /** Undefined for the endpoint's default model. */
  modelId: string | undefined;
  running: ModelEndpointCheck[];
  results: ModelEndpointCheckResult[];
  /** Why the test couldn't be made. */
  error: string | null;
  cost: number;
}

/** Connection tests by endpoint. */
export function useEndpointTests(orgId: string) {
  const client = useQueryClient();
  const [tests, setTests] = useState<Readonly<Record<string, EndpointTest>>>({});
  const change = (id: string, update: (test: EndpointTest) => EndpointTest) =>
    setTests((all) => {
      const known = all[id];
      return known ? { ...all, [id]: update(known) } : all;
    });

  async function start(endpointId: string, modelId?: string): Promise<void> {
    const begun = { modelId, running: [], results: [], error: null, cost: 0 };
    setTests((all) => ({ ...all, [endpointId]: begun }));
    try {
      for (const checks of STEPS) {
        change(endpointId, (test) => ({ ...test, running: checks }));
        const body = { checks, ...(modelId !== undefined && { model_id: modelId }) };
        const { checks: results, cost } = await mutate(testModelEndpoint, orgId, endpointId, body);
        change(endpointId, (test) => ({
          ...test,
          results: [...test.results, ...results],
          cost: test.cost + cost,
        }));
      }
    } catch (error) {
      change(endpointId, (test) => ({ ...test, error: messageOf(error) }));
    }
    change(endpointId, (test) => ({ ...test, running: [] }));
    const keys = [
      getListModelEndpointsQueryKey(orgId),
      getListModelsInfiniteQueryKey(orgId),
      getListEmbeddingModelsQueryKey(orgId),
      getListOwnEndpointsQueryKey(orgId),
    ];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  }

  return { tests, start };
}
