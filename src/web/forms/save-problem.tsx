import { isStatus, messageOf } from '../platform/client.ts';
import { Button } from '../ui/button.tsx';
import { LoggedOut } from '../ui/logged-out.tsx';
import { Message } from '../ui/message.tsx';
import { SaveConflict } from './store/save-form.ts';

/** Says why a form was not saved, and what to do next. The form keeps everything that was entered. */
export function SaveProblem({
  error,
  isEdit,
  isReloading,
  isNotReloaded,
  onReload,
}: {
  readonly error: Error;
  readonly isEdit: boolean;
  readonly isReloading: boolean;
  readonly isNotReloaded: boolean;
  readonly onReload: () => void;
}) {
  if (isStatus(error, 401)) {
    return (
      <Message kind="danger">
        <LoggedOut>press Submit. Your answers are still here.</LoggedOut>
      </Message>
    );
  }
  if (error instanceof SaveConflict) {
    return (
      <Message kind="danger">
        {error.message}{' '}
        {isEdit
          ? 'To replace those answers with the ones above, press Submit.'
          : 'To save the answers above as a new form, press Submit.'}
      </Message>
    );
  }
  if (isEdit && isStatus(error, 404)) {
    return (
      <Message kind="danger">
        This form was deleted on another device. You can restore it below the past forms. Your
        changes stay here.
      </Message>
    );
  }
  const otherwise = isEdit
    ? 'Failed to update symptom data. Please try again.'
    : 'Failed to save symptom data. Please try again.';
  return (
    <div className="stack">
      <Message kind="danger">{messageOf(error, otherwise)}</Message>
      {isEdit && isStatus(error, 409) && (
        <>
          {isNotReloaded && (
            <Message kind="danger">We couldn’t load the form. Please try again.</Message>
          )}
          <Button busy={isReloading} onPress={onReload}>
            {isReloading ? 'Loading...' : 'Reload'}
          </Button>
        </>
      )}
    </div>
  );
}
