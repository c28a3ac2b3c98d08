import { useState } from 'react';
import { keepText, readText } from '../platform/kept-text.ts';
import { Link } from '../platform/navigation.tsx';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { MessageContent } from '../ui/message.tsx';

/**
 * Offers, once on each device, to add the birthday and the year of diagnosis if both are missing. New users do not see
 * this offer, because the profile tab asks them.
 */
export function FactsOffer() {
  const { id, birthday, diagnosedYear, isNewUser } = useUser();
  const key = `factsOffered ${id}`;
  const [isOver, setOver] = useState(() => readText(key) !== null);
  if (isOver || isNewUser || birthday || diagnosedYear !== null) return null;

  function end() {
    keepText(key, 'yes');
    setOver(true);
  }

  return (
    // Not a `Message`: its words appear a moment after its box, so the page would jump.
    <section className="message message-info" aria-label="Your personal information">
      <MessageContent kind="info">
        <p>
          Add your birthday and the year of your diagnosis. They appear in the report for your
          doctor.
        </p>
        <div className="message-actions">
          <Link className="button button-small" to="/dashboard?tab=profile" replace onClick={end}>
            Add this information
          </Link>
          <Button kind="quiet" icon="clear" onPress={end}>
            Not now
          </Button>
        </div>
      </MessageContent>
    </section>
  );
}
