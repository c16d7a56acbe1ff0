import { Link } from 'react-router';
import type { AccountLinkProps } from '../../components/account-menu.tsx';
import { Account } from './account.tsx';

/** Goes on within the app. */
function AppLink({ href, ...props }: AccountLinkProps) {
  return <Link to={href} {...props} />;
}

/** The same on the app's own pages: the way to the account page leaves none of them behind. */
export function AppAccount({ email }: { email: string }) {
  return <Account email={email} link={AppLink} />;
}
