import { isRouteErrorResponse, useRouteError } from 'react-router';
import { Page } from './ui/page.tsx';

/** Shown for unknown addresses and for errors in the app. The browser logs the latter in its console. */
export function ErrorScreen() {
  const error = useRouteError();
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  const title = notFound ? 'Page not found' : 'Something went wrong';
  return (
    <Page title={title}>
      <div className="narrow card">
        <h1>{title}</h1>
        <p>
          {notFound
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
