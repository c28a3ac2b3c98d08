import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { Screens } from './screens.tsx';
import { type PageStart, PageStartContext } from './ui/page-start.ts';

/**
 * The whole app. The build or the server renders it to HTML, and `main.tsx` hydrates that HTML, so both must render the
 * same tree.
 */
export function App({
  client,
  start,
}: {
  readonly client: QueryClient;
  /** Of a page whose HTML the build or the server has made. */
  readonly start?: PageStart | undefined;
}) {
  return (
    <StrictMode>
      <PageStartContext value={start}>
        <QueryClientProvider client={client}>
          <Screens />
        </QueryClientProvider>
      </PageStartContext>
    </StrictMode>
  );
}
