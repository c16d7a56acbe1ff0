import { useTranslation } from 'react-i18next';
import { trpc } from '#client/api/trpc.ts';

/** Where the chosen photos are sent and when they are deleted; renders nothing until that is known. */
export function PhotoPrivacyNote({ several = false }: { several?: boolean }) {
  const { t } = useTranslation();
  const config = trpc.config.get.useQuery().data;
  if (!config) return null;
  const { photosStay, photoRetentionDays: count } = config;
  const place = photosStay ? 'staysHere' : 'goesOut';
  return several ? (
    <span>
      {t(`queue.${place}`)} {t('queue.kept', { count })}
    </span>
  ) : (
    <span>
      {t(`upload.${place}`)} {t('upload.kept', { count })}
    </span>
  );
}
