import { navigate } from '../../navigation.tsx';
import { Button } from '../../ui/button.tsx';

/** Replaces the form while the profile has no symptoms. */
export function NoSymptoms({ onLeave }: { readonly onLeave: () => void }) {
  return (
    <>
      <p>
        No symptoms have been added to your profile yet. Please add symptoms in your Profile section
        first
      </p>
      <Button
        kind="main"
        onPress={() => {
          onLeave();
          navigate('/dashboard?tab=profile', { replace: true });
        }}
      >
        Go to Profile
      </Button>
    </>
  );
}
