import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Profile } from '../../contract/entities.ts';
import { capitalized } from '../../domain/capitalized.ts';
import { dateFormats } from '../../domain/formats.ts';
import { ageOn } from '../../domain/person.ts';
import { dateOf } from '../../domain/zone.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Button } from '../ui/button.tsx';
import { calendarDateText } from '../ui/calendar-date-text.ts';
import { Message } from '../ui/message.tsx';
import { OwnFacts, zoneText } from './own-facts.tsx';

const moments = dateFormats({ dateStyle: 'medium', timeStyle: 'short' });

const NOT_PROVIDED = 'Not provided';

/** The personal facts, with a button to edit them. */
export function PersonFacts({
  profile,
  heading,
  isAsked,
}: {
  readonly profile: Profile;
  /** Receives the focus after the welcome dialog. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** Whether the fields are open at first, to ask a new user for missing facts. */
  readonly isAsked: boolean;
}) {
  const [isOpen, setOpen] = useState(isAsked);
  const edit = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  const [isSaved, setSaved] = useState(false);
  useEffect(() => {
    // The pressed button is unmounted, so the focus would be lost.
    if (wasOpen.current && !isOpen) edit.current?.focus();
    if (!wasOpen.current && isOpen) heading.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, heading]);

  function open() {
    setSaved(false);
    setOpen(true);
  }

  function close(isDone: boolean) {
    setSaved(isDone);
    setOpen(false);
  }

  const today = dateOf(Date.now(), profile.timeZone);
  const { name, userId, email, birthday, yearsWithParkinsons, biologicalSex, timeZone } = profile;
  const facts = [
    ['Full Name', name],
    ['Email Address', email],
    ['Birthday', birthday && calendarDateText(birthday, 'long', profile)],
    ['Age', birthday ? String(ageOn(birthday, today)) : ''],
    [
      "Number of Years with Parkinson's Disease",
      yearsWithParkinsons === null ? '' : yearsText(yearsWithParkinsons),
    ],
    ['Biological Sex', capitalized(biologicalSex)],
    ['Dates and Times', `${moments(timeZone, profile).format(Date.now())}, ${zoneText(timeZone)}`],
    // The user id is last, because a person needs it only when they ask for support.
    ['User ID', userId],
  ];
  return (
    <section className="card" aria-labelledby="personal">
      <h2 id="personal" ref={heading} tabIndex={-1}>
        Personal Information
      </h2>
      {isOpen ? (
        <OwnFacts
          profile={profile}
          isAsked={isAsked}
          onSaved={() => close(true)}
          onClose={() => close(false)}
        />
      ) : (
        <>
          <dl className="facts">
            {facts.map(([term, fact]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>
                  <Breakable text={fact || NOT_PROVIDED} />
                </dd>
              </div>
            ))}
          </dl>
          {isSaved && <Message kind="success">Your changes are saved.</Message>}
          <Button ref={edit} label="Edit personal information" onPress={open}>
            Edit
          </Button>
        </>
      )}
    </section>
  );
}

function yearsText(years: number): string {
  return years === 1 ? '1 year' : `${years} years`;
}
