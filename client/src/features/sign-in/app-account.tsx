import { Link } from 'react-router';
import type { AccountLinkProps } from './account-menu.tsx';
import { Account } from './account.tsx';

/** Navigates within the app. */
function AppLink({ href, ...props }: AccountLinkProps) {
  return <Link to={href} {...props} />;
}

/** The same for the app's own pages: opens the account page without a page load. */
export function AppAccount({ email }: { email: string }) {
  return <Account email={email} link={AppLink} />;
}
