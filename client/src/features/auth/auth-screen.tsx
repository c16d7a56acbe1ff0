import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconArrowLeft } from '@tabler/icons-react';
import button from '../../components/button.module.css';
import { Page } from '../../components/page.tsx';
import { AppHeader } from '../../components/app-header.tsx';
import { AuthForm } from './auth-form.tsx';
import classes from './auth-screen.module.css';
import type { AuthMode } from './use-authenticate.ts';

/** One card to create an account or to sign in; a link turns one into the other, and starts it afresh. */
export function AuthScreen() {
  const { t } = useTranslation();
  const [mode, setMode] = useState<AuthMode>(window.location.hash === '#sign-in' ? 'signIn' : 'signUp');
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
            <h1 className={classes.title}>{t(`auth.${mode}.title`)}</h1>
            <p className={classes.intro}>{t(`auth.${mode}.intro`)}</p>
            <AuthForm key={mode} mode={mode} />
            <p className={classes.toggle}>
              {t(`auth.${mode}.togglePrompt`)}{' '}
              <button
                type="button"
                className={`${button.plain} ${classes.toggleButton}`}
                onClick={() => setMode(mode === 'signUp' ? 'signIn' : 'signUp')}
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
