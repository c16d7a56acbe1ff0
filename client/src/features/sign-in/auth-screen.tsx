import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import { type AppPage, appPageAt } from '#shared/pages.ts';
import type { User } from '#shared/schemas/auth.ts';
import { moveFocus } from '#client/lib/focus.ts';
import { passkeysSupported } from '#client/entities/user/passkeys.ts';
import { pendingPayment } from '#client/entities/purchase/payment-return.ts';
import { useOnce } from '#client/lib/use-once.ts';
import button from '#client/ui/plain/button.module.css';
import { Page } from '#client/ui/page.tsx';
import { AppHeader } from '#client/ui/app-header.tsx';
import { AuthForm } from './auth-form.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { WaitingPhoto } from './waiting-photo.tsx';
import classes from './auth-screen.module.css';
import type { AuthMode } from './use-authenticate.ts';

/** Where somebody without an account may have business. */
const newcomers: readonly (AppPage | null)[] = ['create', 'packages', 'checkout'];

/**
 * What is offered first at an address: signing up where newcomers come, signing in where only a customer has business or
 * comes back to, as from a mail or from paying.
 */
function firstModeAt(pathname: string, hash: string): AuthMode {
  const isCustomer = hash === '#sign-in' || pendingPayment() !== null;
  return !isCustomer && newcomers.includes(appPageAt(pathname)) ? 'signUp' : 'signIn';
}

/**
 * A card to sign up or sign in; a link switches between the two and resets the form. An email address that already has
 * an account is carried over to the sign-in. `ended`: the user whose session has ended and who has to sign in again.
 */
export function AuthScreen({ ended = null }: { ended?: User | null }) {
  const { t } = useTranslation();
  const { pathname, hash } = useLocation();
  const [mode, setMode] = useState<AuthMode | 'forgot'>(() =>
    ended ? 'signIn' : firstModeAt(pathname, hash),
  );
  const [taken, setTaken] = useState<string | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useOnce(() => {
    // Whatever had the focus is now behind this screen.
    if (ended) moveFocus(title);
  });

  function show(next: typeof mode) {
    setTaken(null);
    setMode(next);
    // The button that was pressed may be gone.
    if (next === 'forgot' || mode === 'forgot') moveFocus(title);
  }

  return (
    <>
      <AppHeader />
      <Page title={t(`titles.${mode}`)}>
        <div className={classes.column}>
          <a href="/" className={classes.back}>
            <IconArrowLeft size={18} aria-hidden />
            {t('auth.back')}
          </a>
          <section className={classes.card}>
            <h1 ref={title} tabIndex={-1} className={classes.title}>
              {t(`auth.${mode}.title`)}
            </h1>
            <p className={classes.intro}>
              {t(ended && mode !== 'forgot' ? 'auth.ended' : `auth.${mode}.intro`)}
            </p>
            {mode !== 'forgot' && <WaitingPhoto />}
            {mode === 'forgot' ? (
              <ForgotForm />
            ) : (
              <AuthForm
                key={mode}
                mode={mode}
                ended={ended}
                taken={taken}
                onTaken={(email) => {
                  setTaken(email);
                  setMode('signIn');
                }}
              />
            )}
            {mode === 'signIn' && passkeysSupported() && <PasskeySignIn ended={ended} />}
            {mode === 'signIn' && (
              <p className={classes.toggle}>
                <button
                  type="button"
                  className={`${button.plain} ${classes.toggleButton}`}
                  onClick={() => show('forgot')}
                >
                  {t('auth.forgot.link')}
                </button>
              </p>
            )}
            <p className={classes.toggle}>
              <span>{`${t(`auth.${mode}.togglePrompt`)} `}</span>
              <button
                type="button"
                className={`${button.plain} ${classes.toggleButton}`}
                onClick={() => show(mode === 'signIn' ? 'signUp' : 'signIn')}
              >
                {t(`auth.${mode}.toggle`)}
              </button>
            </p>
          </section>
        </div>
      </Page>
    </>
  );
}
