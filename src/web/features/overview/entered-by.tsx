/** Who entered something, if it was not the person. Answers that this device kept from earlier have no author. */
export function EnteredBy({ author = 'self' }: { readonly author?: string | undefined }) {
  if (author === 'self') return null;
  return <span className="soft entered-by">Entered by {author}</span>;
}
