import { createContext } from 'react';
import type { ApiError } from '#console/api/api-error.ts';

/** Explains an error to the user; null where nothing can. */
export const ExplainContext = createContext<((error: ApiError) => void) | null>(null);
