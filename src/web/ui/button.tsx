import type { ReactNode, Ref } from 'react';

interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: () => void;
  /** `main`: the primary action of an area. */
  readonly kind?: 'main' | 'plain' | 'small' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly wide?: boolean;
  /** While busy, the button stays in its place and keeps the focus, but ignores presses. */
  readonly busy?: boolean;
  /** A longer name for screen readers, if several buttons have the same text; it starts with that text. */
  readonly label?: string | undefined;
  readonly describedBy?: string;
  /** For a button that shows and hides something: whether that is shown. */
  readonly isExpanded?: boolean;
  /** For a choice of several: whether this is the chosen one. */
  readonly isPressed?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({
  children,
  onPress,
  kind = 'plain',
  type = 'button',
  wide = false,
  busy = false,
  label,
  describedBy,
  isExpanded,
  isPressed,
  ref,
}: ButtonProps) {
  const classes = ['button', `button-${kind}`, wide && 'button-wide'].filter(Boolean).join(' ');
  return (
    <button
      ref={ref}
      type={type}
      className={classes}
      aria-label={label}
      aria-describedby={describedBy}
      aria-expanded={isExpanded}
      aria-pressed={isPressed}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onPress?.();
      }}
    >
      {children}
    </button>
  );
}
