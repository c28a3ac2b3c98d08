import { authorWords } from '../../domain/authors.ts';
import { useHelping } from '../platform/user.ts';

/** The author of an entry in words, on the person's own page or a caregiver's. */
export function useAuthorWords(): (author: string) => string {
  const helping = useHelping();
  const person = helping ? helping.firstName || helping.name : 'you';
  return (author) => authorWords(author, person);
}

/**
 * Who entered something, if it was not the person, and whether the person has edited it. Answers that are cached on the
 * device may have no author.
 */
export function EnteredBy({ author = 'self' }: { readonly author?: string | undefined }) {
  const words = useAuthorWords();
  if (author === 'self') return null;
  return <span className="soft entered-by">Entered by {words(author)}</span>;
}
