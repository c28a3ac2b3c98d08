import './welcome.css';
import type { ReactNode } from 'react';
import { useClearNewUser } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Greets a new user once. Closing the dialog clears the account's new-user flag. */
export function Welcome({ userId }: { readonly userId: string }) {
  const clearNewUser = useClearNewUser();
  const close = () => clearNewUser.mutate(userId);
  return (
    <Dialog
      title="Welcome to Your Parkinson's Disease Management App!"
      onClose={close}
      closeButton={false}
    >
      <ol className="welcome-steps">
        <Step picture={<Chips />}>
          First, add the 3 to 5 symptoms that affect your daily life most.
        </Step>
        <Step picture={<Stops />}>Then log how severe each one is, 2 to 3 times a day.</Step>
        <Step picture={<Line />}>Simple charts will show you how they change.</Step>
      </ol>
      <Button kind="main" onPress={close}>
        Get Started
      </Button>
    </Dialog>
  );
}

function Step({
  picture,
  children,
}: {
  readonly picture: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <li className="welcome-step">
      <svg className="welcome-picture" viewBox="0 0 40 40" aria-hidden="true">
        {picture}
      </svg>
      <p>{children}</p>
    </li>
  );
}

/** Three symptoms as chips of different lengths. */
function Chips() {
  return [
    { y: 3, width: 28 },
    { y: 16, width: 36 },
    { y: 29, width: 22 },
  ].map(({ y, width }) => <rect key={y} x="2" y={y} width={width} height="8" rx="4" />);
}

/** The five stops of a symptom, with the third one chosen. */
function Stops() {
  return [0, 1, 2, 3, 4].map((stop) => (
    <rect
      key={stop}
      className={stop === 2 ? undefined : 'welcome-outline'}
      x={1 + 8 * stop}
      y="11"
      width="6"
      height="18"
      rx="2"
    />
  ));
}

/** A line that falls, above its axis. */
function Line() {
  return (
    <>
      <path className="welcome-line" d="M3 8L13 17L24 13L37 25" />
      <path className="welcome-outline" d="M3 35H37" />
    </>
  );
}
