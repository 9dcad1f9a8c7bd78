import { useState } from 'react';
import { messageOf } from '#console/api/error-message.ts';
import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { testDatasource } from '#generated/api/datasource/datasource.ts';
import type { DatasourceTest } from '#generated/model/index.ts';

type TestResult = { tone: 'success' | 'danger'; text: string } | null;

/** Tests the connection with the form's values. */
export function useConnectionTest(collectionId: string) {
  const { at } = useActiveProject();
  const [isTesting, setTesting] = useState(false);
  const [result, setResult] = useState<TestResult>(null);
  return {
    isTesting,
    result,
    show: setResult,
    /** @returns the error, for field errors; null if the source can be read */
    async run(body: DatasourceTest): Promise<unknown> {
      setTesting(true);
      setResult(null);
      try {
        await mutate(testDatasource, ...at, collectionId, body);
        setResult({ tone: 'success', text: 'Connected: the source can be read.' });
        return null;
      } catch (error) {
        setResult({ tone: 'danger', text: messageOf(error) });
        return error;
      } finally {
        setTesting(false);
      }
    },
  };
}
