import './for-whom.css';
import { createContext, useContext } from 'react';

/**
 * Says whose entries the dialogs and cards of a page save, such as 'For Ada Marsh'. Undefined if they are the signed-in
 * person's own.
 */
export const ForWhomContext = createContext<string | undefined>(undefined);

/** The line that says whose entries the dialog or card saves. Shows nothing for one's own. */
export function ForWhom({ id }: { readonly id?: string }) {
  const words = useContext(ForWhomContext);
  if (words === undefined) return null;
  return (
    <p className="for-whom" id={id}>
      {words}
    </p>
  );
}
