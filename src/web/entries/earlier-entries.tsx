import { useEffect, useState } from 'react';
import { lazy } from '../ui/lazy.tsx';
import { earlierDatabases } from './earlier-databases.ts';

const notice = lazy(async () => (await import('./earlier-notice.tsx')).EarlierNotice, null);

/** Loads the notice about entries of earlier builds only where there is a database of such a build. */
export function EarlierEntries() {
  const [isFound, setFound] = useState(false);
  useEffect(() => void earlierDatabases().then((names) => setFound(names.length > 0)), []);
  return isFound && <notice.Component />;
}
