import { passwordProblem, repetitionProblem } from '../../domain/person.ts';
import { PasswordField } from '../ui/fields.tsx';

/** The fields for a new password, typed twice. */
export function NewPasswordFields({
  password,
  repeated,
  refusal,
  onPassword,
  onRepeated,
}: {
  readonly password: string;
  readonly repeated: string;
  /** Why the server refused the password, or ''. */
  readonly refusal: string;
  readonly onPassword: (password: string) => void;
  readonly onRepeated: (repeated: string) => void;
}) {
  return (
    <>
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        missing="Enter a new password."
        value={password}
        problem={passwordProblem(password)}
        refusal={refusal}
        onChange={onPassword}
      />
      <PasswordField
        label="Confirm New Password"
        autoComplete="new-password"
        missing="Enter the new password again."
        value={repeated}
        problem={repetitionProblem(password, repeated)}
        onChange={onRepeated}
      />
    </>
  );
}
