import type { ReactNode, Ref } from 'react';

interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: () => void;
  /** `main`: the one action of an area. `quiet`: an offer that may be passed over. */
  readonly kind?: 'main' | 'plain' | 'quiet' | 'small' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly wide?: boolean;
  /** Under way: stays in its place and keeps the focus, but a press does nothing. */
  readonly busy?: boolean;
  /** For a screen reader, where the words alone don't tell which; begins with the words. */
  readonly label?: string | undefined;
  readonly describedBy?: string;
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
