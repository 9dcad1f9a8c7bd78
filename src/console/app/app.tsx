import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { RouterProvider } from 'react-router-dom';
import { themeManager } from '../theme/color-scheme.ts';
import { theme } from '../theme/theme.ts';
import { cssVariablesResolver } from '../theme/variables.ts';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { ConfirmProvider } from '../ui/modal/confirm-provider.tsx';

const manager = themeManager();

type AppProps = { client: QueryClient; router: ComponentProps<typeof RouterProvider>['router'] };

/** The console: theme, query client, dialogs, toasts and pages. */
export function App({ client, router }: AppProps) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={manager}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariablesResolver}
      deduplicateCssVariables={false}
    >
      <QueryClientProvider client={client}>
        <ConfirmProvider>
          <RouterProvider router={router} />
        </ConfirmProvider>
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  );
}
