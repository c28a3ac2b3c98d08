import { useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';

/** In place of a form: there is nothing to rate yet. */
export function NoSymptoms({ onLeave }: { readonly onLeave: () => void }) {
  const navigate = useNavigate();
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
