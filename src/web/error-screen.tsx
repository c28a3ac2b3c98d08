import { Page } from './ui/page.tsx';

/** Shown for errors in the app, and for an address without a screen (`isMissing`). */
export function ErrorScreen({ isMissing = false }: { readonly isMissing?: boolean }) {
  const title = isMissing ? 'Page not found' : 'Something went wrong';
  return (
    <Page title={title}>
      <div className="narrow card">
        <h1>{title}</h1>
        <p>
          {isMissing
            ? 'There is no page at this address. What you saved is safe.'
            : 'The app had a problem. What you saved is safe.'}
        </p>
        <a className="button button-main" href="/">
          Go to the start page
        </a>
      </div>
    </Page>
  );
}
