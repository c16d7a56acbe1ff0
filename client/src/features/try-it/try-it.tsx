import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#shared/errors.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import button from '#client/ui/plain/button.module.css';
import { DropArea } from '#client/entities/photo/ui/drop-area.tsx';
import { RefusalHelp } from '#client/entities/photo/ui/refusal-help.tsx';
import { registerTried, reloadWithPhoto, takeTried } from '#client/entities/outbox/tried-photo.ts';
import { lazyPart } from '#client/lib/lazy-part.ts';
import { reloading } from '#client/lib/session-flags.ts';
import { refusalTitle } from '#client/entities/photo/refusal-title.ts';
import { useOnce } from '#client/lib/use-once.ts';
import classes from './try-it.module.css';
import { useTryIt } from './use-try-it.ts';

interface TryItProps {
  /**
   * Called when the visitor wants to keep the photo. It is stored already (in the outbox), and the create page
   * picks it up from there: only the navigation to that page is left, with or without a page load.
   */
  onKeep: () => void;
}

// The animation code is a quarter of the size of the page's own, and most visitors try no photo.
const TrialPhoto = lazyPart(() => import('./trial-photo.tsx'), 'TrialPhoto');

/**
 * A photo that is dropped or chosen moves, in the browser alone: nothing is uploaded. Needs React and the translations
 * `tryIt`, `preview`, `upload` and `errors`, but no other provider; has no heading of its own; fills its container up
 * to 44rem. May be prerendered: a photo chosen before hydration is shown afterwards.
 */
export function TryIt({ onKeep }: TryItProps) {
  const { t } = useTranslation();
  const { trial, choose } = useTryIt();
  const { photo, reading, refusal } = trial;
  const input = useRef<HTMLInputElement>(null);
  const alert = useRef<HTMLDivElement>(null);

  useOnce(() => {
    if (reloading.read() === null) return;
    reloading.remove();
    void takeTried().then((kept) => kept && choose([kept]));
  });
  // Where a phone ends above it, nothing would seem to happen.
  useEffect(() => {
    if (trial.refusal) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [trial]);
  useEffect(() => registerTried(photo?.original ?? null), [photo]);

  const broken = (
    <div role="alert">
      <Refusal code="service_unavailable">
        <button type="button" className={button.quiet} onClick={() => void reloadWithPhoto()}>
          {t('common.reload')}
        </button>
      </Refusal>
    </div>
  );
  return (
    <div className={classes.place}>
      <DropArea ref={input} reading={reading} onFiles={(files) => void choose(files)}>
        {photo &&
          ((invitation) => (
            <Boundary fallback={broken}>
              <Suspense fallback={invitation}>
                <TrialPhoto photo={photo} onKeep={onKeep} onAnother={() => input.current?.click()} />
              </Suspense>
            </Boundary>
          ))}
      </DropArea>
      <p role="status" className={classes.reading}>
        {reading && t('tryIt.reading')}
      </p>
      <div ref={alert} role="alert" className={classes.alert}>
        {refusal && (
          <Refusal code={refusal.code}>
            <p>
              <RefusalHelp {...refusal} />
            </p>
          </Refusal>
        )}
      </div>
    </div>
  );
}

function Refusal({ code, children }: { code: ErrorCode; children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={classes.refusal}>
      <strong>{t(refusalTitle(code))}</strong>
      <p>{t(`errors.${code}`)}</p>
      {children}
    </div>
  );
}
