import { authorWords } from '../../../domain/authors.ts';
import { useHelping } from '../../api/user.ts';

/**
 * Who entered something, if it was not the person, and whether the person has changed it. Answers that this device kept from
 * earlier have no author.
 */
export function EnteredBy({ author = 'self' }: { readonly author?: string | undefined }) {
  const helping = useHelping();
  if (author === 'self') return null;
  const person = helping ? helping.firstName || helping.name : 'you';
  return <span className="soft entered-by">Entered by {authorWords(author, person)}</span>;
}
