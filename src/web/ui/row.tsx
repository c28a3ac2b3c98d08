import type { ReactNode } from 'react';
import { Link } from '../platform/navigation.tsx';
import { Icon, type IconName } from './icon.tsx';

interface Words {
  readonly title: ReactNode;
  /** How things stand, in facts: 'Off', '1 link is on'. */
  readonly state?: ReactNode;
  readonly icon?: IconName;
}

/** Rows that open a dialog or a page, one below the other. Each child is in an `li`. */
export function Rows({
  label,
  children,
}: {
  readonly label?: string;
  readonly children: ReactNode;
}) {
  return (
    <ul className="rows" aria-label={label}>
      {children}
    </ul>
  );
}

/** A row that opens a dialog. */
export function Row({
  busy = false,
  isPressed,
  unsaved,
  onPress,
  ...words
}: Words & {
  /** What was begun in the dialog and not saved: it is lost with the page (see `Form`). */
  readonly unsaved?: string | false | undefined;
  /** While busy, the row ignores presses. */
  readonly busy?: boolean;
  /** For a choice of several: whether this is the chosen one. */
  readonly isPressed?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      className="row"
      aria-disabled={busy || undefined}
      aria-pressed={isPressed}
      data-unsaved={unsaved || undefined}
      onClick={busy ? undefined : onPress}
    >
      <RowWords {...words} />
    </button>
  );
}

/** A row that opens a page, or a dialog by the address. */
export function RowLink({
  to,
  replace = false,
  onPress,
  ...words
}: Words & {
  readonly to: string;
  /** Replaces the present entry of the history. */
  readonly replace?: boolean;
  /** Called before the address changes. */
  readonly onPress?: () => void;
}) {
  return (
    <Link className="row" to={to} replace={replace} onClick={onPress}>
      <RowWords {...words} />
    </Link>
  );
}

/** A row that opens another site in a new tab. */
export function RowLinkOut({ to, ...words }: Words & { readonly to: string }) {
  return (
    <a className="row" href={to} target="_blank" rel="noopener noreferrer">
      <RowWords {...words} />
    </a>
  );
}

function RowWords({ title, state, icon }: Words) {
  return (
    <>
      {icon && <Icon name={icon} />}
      <span className="row-words">
        <span className="row-title">{title}</span>
        {/* The space keeps the two apart when they are spoken. */}
        {state && ' '}
        {state && <span className="row-state">{state}</span>}
      </span>
    </>
  );
}
