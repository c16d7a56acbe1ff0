import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { href } from '../../../shared/pages.ts';
import { useLanguage } from '../i18n/use-language.ts';
import classes from './withdraw-link.module.css';

/** In the footer of the app, on every page, signed in or not: the way out of the contract, in the words of the law. */
export function WithdrawLink() {
  const { t } = useTranslation();
  return (
    <Link to={href(useLanguage(), 'withdraw')} className={classes.link}>
      {t('withdraw.here')}
    </Link>
  );
}
