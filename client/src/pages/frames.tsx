import { useTranslation } from 'react-i18next';
import { Frames } from '#client/features/manage-frames/frames.tsx';
import { SubPage } from './sub-page.tsx';

/** Where users turn televisions and tablets into frames, and stop them. */
export function FramesPage() {
  const { t } = useTranslation();
  return (
    <SubPage title={t('titles.frames')} heading={t('frames.heading')} lead={t('frames.lead')}>
      <Frames />
    </SubPage>
  );
}
