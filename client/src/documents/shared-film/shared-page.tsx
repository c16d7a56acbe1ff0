import { useTranslation } from 'react-i18next';
import { href } from '#shared/pages.ts';
import { type SharedKind, sharedSlots } from '#shared/shared-page.ts';
import button from '#client/ui/plain/button.module.css';
import { SiteFooter } from '#client/ui/plain/site-footer.tsx';
import { SiteHeader } from '#client/ui/plain/site-header.tsx';
import { TooOld } from '#client/ui/plain/too-old.tsx';
import { SkipLink } from '#client/ui/plain/skip-link.tsx';
import { ChatBubble } from '#client/features/chat/chat-bubble.tsx';
import { MakeYourOwn } from './make-your-own.tsx';
import { Origin } from './origin.tsx';
import { Report } from './report.tsx';
import { SharedMessage } from './shared-message.tsx';
import { publicPath } from '#client/entities/film/public-path.ts';
import { SharedFilm } from './shared-film.tsx';
import classes from './shared-page.module.css';

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
