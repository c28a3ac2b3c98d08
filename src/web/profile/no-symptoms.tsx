import { Link, navigate } from '../platform/navigation.tsx';
import { useHelping } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';

/** Replaces the form while the profile has no symptoms. */
export function NoSymptoms({ onLeave }: { readonly onLeave: () => void }) {
  const helping = useHelping();
  if (helping) {
    return <p>{helping.firstName || helping.name} has not added symptoms yet.</p>;
  }
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

/** Shown in place of the charts while a new person has no symptoms and no forms. */
export function SymptomsOffer() {
  return (
    <section className="card" aria-label="Symptoms">
      <p>No symptoms found</p>
      <Link className="button button-main" to="/dashboard?tab=profile" replace>
        Add your symptoms
      </Link>
    </section>
  );
}
