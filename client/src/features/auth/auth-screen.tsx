import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconArrowLeft } from '@tabler/icons-react';
import type { User } from '#shared/schemas/auth.ts';
import { moveFocus } from '#client/lib/focus.ts';
import { passkeysSupported } from '#client/lib/passkeys.ts';
import { useOnce } from '#client/lib/use-once.ts';
import button from '#client/components/button.module.css';
import { Page } from '#client/components/page.tsx';
import { AppHeader } from '#client/components/app-header.tsx';
import { AuthForm } from './auth-form.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import classes from './auth-screen.module.css';
import type { AuthMode } from './use-authenticate.ts';

/**
 * A card to sign up or sign in; a link switches between the two and resets the form. An email address that already has
 * an account is carried over to the sign-in. `ended`: the user whose session has ended and who has to sign in again.
 */
export function AuthScreen({ ended = null }: { ended?: User | null }) {
  const { t } = useTranslation();
  const wantsIn = ended !== null || window.location.hash === '#sign-in';
  const [mode, setMode] = useState<AuthMode | 'forgot'>(wantsIn ? 'signIn' : 'signUp');
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
              {t(`auth.${mode}.togglePrompt`)}{' '}
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
