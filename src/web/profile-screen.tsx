import './profile/profile.css';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { MedicationCard } from './medication/medication-card.tsx';
import { NotLoaded } from './platform/not-loaded.tsx';
import { useUser } from './platform/user.ts';
import { Instructions } from './profile/instructions.tsx';
import { PersonFacts } from './profile/person-facts.tsx';
import { useProfile } from './profile/queries.ts';
import { SymptomSlots } from './profile/symptom-slots.tsx';
import { Welcome } from './profile/welcome.tsx';
import { Loading } from './ui/loading.tsx';
import { Segments } from './ui/segments.tsx';

export function Profile() {
  const user = useUser();
  const symptoms = useRef<HTMLHeadingElement>(null);
  const facts = useRef<HTMLHeadingElement>(null);
  const [chosen, setChosen] = useState<'profile' | 'instructions'>('profile');
  // People who did not use the sign-up form, such as people who signed up with Google, have not entered their facts
  // yet.
  const [isAsked] = useState(user.isNewUser && !user.birthday && user.diagnosedYear === null);
  const isLoaded = useProfile(user.id).data !== undefined;
  const wasNew = useRef(user.isNewUser);
  useEffect(() => {
    // Waits for the profile, because the person may close the welcome before the profile has loaded.
    if (user.isNewUser || !isLoaded) return;
    // No element had the focus before the welcome dialog opened, so the dialog cannot return the focus. After it has
    // closed, the focus moves to the next step.
    if (wasNew.current) {
      requestAnimationFrame(() => (isAsked ? facts : symptoms).current?.focus());
    }
    wasNew.current = false;
  }, [user.isNewUser, isLoaded, isAsked]);
  return (
    <>
      <Segments
        label="Profile sections"
        segments={[
          {
            key: 'profile',
            label: 'Profile',
            content: (
              <ProfileCards userId={user.id} headings={{ symptoms, facts }} isAsked={isAsked} />
            ),
          },
          { key: 'instructions', label: 'Instructions', content: <Instructions /> },
        ]}
        chosen={chosen}
        onChoose={setChosen}
      />
      {user.isNewUser && <Welcome userId={user.id} />}
    </>
  );
}

function ProfileCards({
  userId,
  headings,
  isAsked,
}: {
  readonly userId: string;
  readonly isAsked: boolean;
  readonly headings: Readonly<Record<'symptoms' | 'facts', RefObject<HTMLHeadingElement | null>>>;
}) {
  const profile = useProfile(userId);
  if (profile.data) {
    const facts = <PersonFacts profile={profile.data} heading={headings.facts} isAsked={isAsked} />;
    const symptoms = <SymptomSlots profile={profile.data} heading={headings.symptoms} />;
    return (
      <div className="columns">
        {isAsked ? facts : symptoms}
        <div className="stack">
          {isAsked && symptoms}
          <MedicationCard profile={profile.data} />
          {!isAsked && facts}
        </div>
      </div>
    );
  }
  if (profile.isError) {
    return (
      <div className="stack">
        <NotLoaded what="your profile" query={profile} />
      </div>
    );
  }
  return <Loading />;
}
