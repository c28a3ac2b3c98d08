import { isRouteErrorResponse, useRouteError } from 'react-router';
import { Page } from './ui/page.tsx';

/** Shown for unknown addresses and for errors in the app. The browser logs the latter in its console. */
export function ErrorScreen() {
  const error = useRouteError();
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Page title="Error">
      <div className="narrow card">
        <h1>Unexpected Application Error!</h1>
        <p>
          {notFound
            ? 'There is no page at this address.'
            : 'Something went wrong in the app. What you saved is safe.'}
        </p>
        <p>
          <a className="link" href="/">
            Go to the start page
          </a>
        </p>
      </div>
    </Page>
  );
}
