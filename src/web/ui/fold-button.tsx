import type { ReactNode } from 'react';

/**
 * A button that shows and hides what follows it, with the look of a folded heading. It stays mounted in both states.
 */
export function FoldButton({
  isOpen,
  onPress,
  children,
}: {
  readonly isOpen: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button type="button" className="fold-button" aria-expanded={isOpen} onClick={onPress}>
      {children}
    </button>
  );
}
