import { useTranslation } from 'react-i18next';
import { href } from '#shared/pages.ts';
import { type SharedKind, sharedSlots } from '#shared/shared-page.ts';
import button from '#client/components/button.module.css';
import { SiteFooter } from '#client/components/site-footer.tsx';
import { SiteHeader } from '#client/components/site-header.tsx';
import { TooOld } from '#client/components/too-old.tsx';
import { SkipLink } from '#client/components/skip-link.tsx';
import { ChatBubble } from '#client/features/chat/chat-bubble.tsx';
import { MakeYourOwn } from '#client/features/sharing/make-your-own.tsx';
import { Origin } from '#client/features/sharing/origin.tsx';
import { Report } from '#client/features/sharing/report.tsx';
import { SharedMessage } from '#client/features/sharing/shared-message.tsx';
import { publicPath } from '#client/lib/public-path.ts';
import { SharedFilm } from '#client/features/sharing/shared-film.tsx';
import classes from './shared.module.css';

/**
 * What the recipient of a link sees: the film, the notice that software made it, and a link to make one's own.
 * Prerendered, with slots for what only the server knows. Has no tracking: the film is a family's, not an
 * advertisement.
 */
export function SharedPage({ kind }: { kind: SharedKind }) {
  const { t } = useTranslation();
  return (
    <>
      <SkipLink />
      <SiteHeader plain addressIn={(language) => href(language, kind, { id: sharedSlots.id })} />
      <main id="main" tabIndex={-1} className={classes.main}>
        <SharedFilm kind={kind} />
        <div className={classes.words}>
          <div className={classes.about}>
            <h1 className={classes.heading}>{t(`shared.${kind}.heading`, { name: sharedSlots.name })}</h1>
            <SharedMessage />
            <Origin kind={kind} />
            <p>
              <a href={`${publicPath(kind, sharedSlots.id)}?download=1`} className={button.quiet} download>
                {t('shared.save')}
              </a>
            </p>
            {kind === 'album' && (
              <p data-given={sharedSlots.small}>
                <a
                  href={`${publicPath(kind, sharedSlots.id)}?size=small&download=1`}
                  className={button.quiet}
                  download
                >
                  {t('shared.saveSmall')}
                </a>
              </p>
            )}
            <Report kind={kind} />
          </div>
          <MakeYourOwn />
        </div>
        <TooOld />
      </main>
      <SiteFooter years={sharedSlots.years} />
      <ChatBubble url={null} />
    </>
  );
}
