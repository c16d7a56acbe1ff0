import { useTranslation } from 'react-i18next';
import { type SharedKind, sharedSlots } from '../../../shared/shared-page.ts';
import { SiteFooter } from '../components/site-footer.tsx';
import { SkipLink } from '../components/skip-link.tsx';
import { ChatBubble } from '../features/chat/chat-bubble.tsx';
import { MakeYourOwn } from '../features/sharing/make-your-own.tsx';
import { SharedFilm } from '../features/sharing/shared-film.tsx';
import { SharedHeader } from '../features/sharing/shared-header.tsx';
import classes from './shared.module.css';

/**
 * What somebody sees who was sent a link: the film, the word that software made it, and the way to one's own. Built ahead,
 * with slots for what only the server knows. Nobody is counted here: the film is a family's, not an advertisement.
 */
export function SharedPage({ kind }: { kind: SharedKind }) {
  const { t } = useTranslation();
  return (
    <>
      <SkipLink />
      <SharedHeader kind={kind} />
      <main id="main" tabIndex={-1} className={classes.main}>
        <SharedFilm kind={kind} />
        <div className={classes.words}>
          <div className={classes.about}>
            <h1 className={classes.heading}>{t(`shared.${kind}.heading`, { name: sharedSlots.name })}</h1>
            <p>{t(`shared.${kind}.made`)}</p>
          </div>
          <MakeYourOwn />
        </div>
      </main>
      <SiteFooter />
      <ChatBubble url={null} />
    </>
  );
}
