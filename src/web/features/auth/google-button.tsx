import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';

/** Google's way in. This installation has none yet, and says so. */
export function GoogleButton({ children }: { readonly children: string }) {
  const [pressed, setPressed] = useState(false);
  return (
    <>
      <Button wide onPress={() => setPressed(true)}>
        <span className="google-letter" aria-hidden="true">
          G
        </span>
        {children}
      </Button>
      {pressed && <Message kind="info">Google sign-in is not set up here.</Message>}
    </>
  );
}
