import type { ReactNode, Ref } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: () => void;
  /**
   * How loud it is (DESIGN). Filled: `main`, once on a page and in a dialog; `pill`, in a row; `danger-main`, the last
   * button of a dialog that deletes. With an edge: `plain`, and `small` for chips and short answers. Only words and an
   * icon: `quiet`, and `danger` with a bin.
   */
  readonly kind?: 'main' | 'pill' | 'plain' | 'small' | 'quiet' | 'danger' | 'danger-main';
  readonly icon?: IconName;
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
  icon = kind === 'danger' ? 'bin' : undefined,
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
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
