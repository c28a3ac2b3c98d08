import './auth.css';
import { Link } from 'react-router';
import { AuthPage } from './auth-page.tsx';

/** Resetting a password needs mail, which comes with the next part of the product. */
export function ForgotPassword() {
  return (
    <AuthPage title="Forgot your password?" subtitle="A way to reset it by mail is coming.">
      <p>Until then, please ask the person who runs this app for you.</p>
      <Link className="link" to="/signin">
        Back to Sign In
      </Link>
    </AuthPage>
  );
}
