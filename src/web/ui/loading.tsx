export function Loading({ children = 'Loading...' }: { readonly children?: string }) {
  return (
    <div className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      {children}
    </div>
  );
}
