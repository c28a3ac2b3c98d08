import { useEffect, useState } from 'react';
import { lazy } from '../ui/lazy.tsx';
import { hasEarlier } from './earlier-databases.ts';

const notice = lazy(async () => (await import('./earlier-notice.tsx')).EarlierNotice, null);

/** Loads the notice about entries of earlier builds only where there may be some. */
export function EarlierEntries() {
  const [isFound, setFound] = useState(false);
  useEffect(() => void hasEarlier().then(setFound), []);
  return isFound && <notice.Component />;
}
