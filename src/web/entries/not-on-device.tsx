const TEXTS = {
  period: 'This period is not stored on this device. You can see it when you’re online again.',
  forms: 'These forms are not stored on this device. You can see them when you’re online again.',
  deleted:
    'Deleted entries are not stored on this device. You can see them when you’re online again.',
};

/** Says that something cannot be shown without a connection. */
export function NotOnDevice({ what }: { readonly what: keyof typeof TEXTS }) {
  return (
    <p className="soft" role="status">
      {TEXTS[what]}
    </p>
  );
}
