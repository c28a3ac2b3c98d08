import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { Screens } from './screens.tsx';

/**
 * The whole app. The build renders it to HTML, and `main.tsx` hydrates that HTML, so both must render the same tree.
 */
export function App({ client }: { readonly client: QueryClient }) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <Screens />
      </QueryClientProvider>
    </StrictMode>
  );
}
