import './auth.css';
import { useEffect, useState } from 'react';
import { accountErrors } from '../../contract/account-errors.ts';
import {
  EARLIEST_BIRTHDAY,
  MAX_YEARS_WITH_PARKINSONS,
  MIN_PASSWORD_LENGTH,
  passwordProblem,
  repetitionProblem,
} from '../../domain/person.ts';
import { MAX_NAME_LENGTH } from '../../domain/symptoms.ts';
import { useConfig } from '../platform/config.ts';
import { dropData, givenData, Link } from '../platform/navigation.tsx';
import { useSession, useSignOut } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { PasswordField, SelectField, TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { useIsFromHtml } from '../ui/from-html.ts';
import { lazy } from '../ui/lazy.tsx';
import { Message } from '../ui/message.tsx';
import { AuthPage } from './auth-page.tsx';
import { PrivacyLine } from './privacy-line.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { EMPTY_SIGN_UP, PROFILE_NOT_SAVED, type SignUpFields, useSignUp } from './use-sign-up.ts';

const logOutDialog = lazy(
  async () => (await import('../entries/log-out-dialog.tsx')).LogOutDialog,
  <DialogLoading />,
);

/** A field has one sentence for what is wrong with it, whether it is empty or not. */
const NO_FIRST_NAME = 'Enter your first name.';
const NO_LAST_NAME = 'Enter your last name.';
const NO_YEARS = `Enter your years with Parkinson's, from 0 to ${MAX_YEARS_WITH_PARKINSONS}.`;

export function SignUp() {
  const session = useSession();
  const config = useConfig();
  const signOut = useSignOut(session.data?.id);
  const [fields, setFields] = useState<SignUpFields>(() => ({
    ...EMPTY_SIGN_UP,
    // The email that was typed on the sign-in screen.
    email: (givenData() as { readonly email?: string } | undefined)?.email ?? '',
  }));
  // Drops the email from the history. After a reload the app must first render the same empty fields as the prerendered
  // HTML.
  useEffect(dropData, []);
  const { signUp, busy, message, emailInUse } = useSignUp();
  const [isLeaving, setLeaving] = useState(false);
  const support = message === PROFILE_NOT_SAVED && config.data?.supportEmail;
  // An account without a profile already has its email and password, so those fields are hidden. If this form creates
  // the account, the fields stay until the submission ends, so that the page does not jump.
  const [cameWithAccount] = useState(Boolean(session.data));
  const hasAccount = Boolean(session.data) && (cameWithAccount || !busy);
  const problems = problemsOf(fields);
  // Undefined in the first rendering of prerendered HTML, which would otherwise contain the day of the build.
  const today = useIsFromHtml() ? undefined : new Date().toISOString().slice(0, 10);

  function field(name: keyof SignUpFields) {
    return {
      value: fields[name],
      onChange: (value: string) => setFields((current) => ({ ...current, [name]: value })),
      problem: problems[name],
    };
  }

  function submit() {
    signUp(fields);
  }

  if (!hasAccount && !busy && config.data?.signUp === false) return <NoNewAccounts />;
  return (
    <AuthPage
      title={hasAccount ? 'Finish your profile' : 'Create your account'}
      subtitle={
        hasAccount
          ? `Your account ${session.data?.email} is ready. These details are still missing.`
          : "Welcome to your Parkinson's Disease Management App"
      }
    >
      <Form className="auth-form" onSubmit={submit}>
        {!hasAccount && (
          <>
            <TextField
              label="Email"
              type="email"
              autoComplete="email"
              missing="Enter your email."
              {...field('email')}
            />
            <PasswordField
              label="Password"
              hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
              autoComplete="new-password"
              missing="Enter a password."
              {...field('password')}
            />
            <PasswordField
              label="Confirm Password"
              autoComplete="new-password"
              missing="Enter the password again."
              {...field('confirmPassword')}
            />
            <h2>About you</h2>
          </>
        )}
        <div className="auth-names">
          <TextField
            label="First Name"
            autoComplete="given-name"
            maxLength={MAX_NAME_LENGTH}
            missing={NO_FIRST_NAME}
            {...field('firstName')}
          />
          <TextField
            label="Last Name"
            autoComplete="family-name"
            maxLength={MAX_NAME_LENGTH}
            missing={NO_LAST_NAME}
            {...field('lastName')}
          />
        </div>
        <TextField
          label="Birthday"
          type="date"
          autoComplete="bday"
          min={EARLIEST_BIRTHDAY}
          missing="Enter your birthday."
          {...(today && { max: today })}
          {...field('birthday')}
        />
        <SelectField
          label="Biological Sex"
          missing="Choose your biological sex."
          {...field('biologicalSex')}
        >
          <option value="" disabled>
            Select Biological Sex
          </option>
          <option value="male">Male</option>
          <option value="female">Female</option>
          <option value="intersex">Intersex</option>
        </SelectField>
        <TextField
          label="Number of Years with Parkinson's"
          inputMode="numeric"
          hint="A whole number, such as 6"
          missing={NO_YEARS}
          {...field('yearsWithParkinsons')}
        />
        {message && (
          <Message kind="danger">
            {message}
            {emailInUse && (
              <>
                {' '}
                <Link className="link" to="/signin">
                  Sign in
                </Link>
              </>
            )}
            {support && (
              <>
                {' '}
                <a className="link" href={`mailto:${support}`}>
                  {support}
                </a>
              </>
            )}
          </Message>
        )}
        {!hasAccount && <PrivacyLine />}
        <Button kind="main" type="submit" busy={busy}>
          {labelOf(hasAccount, busy)}
        </Button>
        {!hasAccount && <ProviderButtons action="Sign up" />}
      </Form>
      {hasAccount && (
        <Button wide busy={signOut.isPending} onPress={() => setLeaving(true)}>
          Logout
        </Button>
      )}
      {isLeaving && (
        <logOutDialog.Component
          onStay={() => setLeaving(false)}
          onLeave={() => {
            setLeaving(false);
            signOut.mutate([]);
          }}
        />
      )}
      {!hasAccount && (
        <p className="auth-other">
          Already have an account?{' '}
          <Link className="link" to="/signin">
            Sign in
          </Link>
        </p>
      )}
    </AuthPage>
  );
}

function labelOf(hasAccount: boolean, busy: boolean): string {
  if (hasAccount) return busy ? 'Saving...' : 'Save profile';
  return busy ? 'Creating Account...' : 'Sign Up';
}

function NoNewAccounts() {
  return (
    <AuthPage title="Sign up" subtitle={accountErrors.signUpClosed.message}>
      <Link className="link" to="/signin">
        Back to Sign In
      </Link>
    </AuthPage>
  );
}

/** The problems that the browser's own validation does not find; '' for a valid field. */
function problemsOf(fields: SignUpFields): Partial<Record<keyof SignUpFields, string>> {
  const { firstName, lastName, yearsWithParkinsons, password, confirmPassword } = fields;
  return {
    firstName: firstName.trim() ? '' : NO_FIRST_NAME,
    lastName: lastName.trim() ? '' : NO_LAST_NAME,
    yearsWithParkinsons: isYears(yearsWithParkinsons) ? '' : NO_YEARS,
    password: passwordProblem(password),
    confirmPassword: repetitionProblem(password, confirmPassword),
  };
}

function isYears(text: string): boolean {
  return /^[0-9]{1,3}$/.test(text.trim()) && Number(text) <= MAX_YEARS_WITH_PARKINSONS;
}
