import './profile.css';
import { useState } from 'react';
import { useProfile } from '../../api/profile.ts';
import { useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Instructions } from './instructions.tsx';
import { PersonFacts } from './person-facts.tsx';
import { SymptomSlots } from './symptom-slots.tsx';
import { Welcome } from './welcome.tsx';

export function Profile() {
  const user = useUser();
  const [chosen, setChosen] = useState<'profile' | 'instructions'>('profile');
  return (
    <>
      <Segments
        label="Profile sections"
        small
        segments={[
          { key: 'profile', label: 'Profile', content: () => <ProfileCards userId={user.id} /> },
          { key: 'instructions', label: 'Instructions', content: () => <Instructions /> },
        ]}
        chosen={chosen}
        onChoose={setChosen}
      />
      {user.isNewUser && <Welcome userId={user.id} />}
    </>
  );
}

function ProfileCards({ userId }: { readonly userId: string }) {
  const profile = useProfile(userId);
  if (profile.data) {
    return (
      <div className="stack">
        <SymptomSlots profile={profile.data} />
        <PersonFacts profile={profile.data} />
      </div>
    );
  }
  if (profile.isError) {
    return (
      <div className="stack">
        <Message kind="danger">Your profile could not be loaded.</Message>
        <Button onPress={profile.refetch}>Try again</Button>
      </div>
    );
  }
  return <Loading />;
}
