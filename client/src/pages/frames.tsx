import { useTranslation } from 'react-i18next';
import { Frames } from '../features/frames/frames.tsx';
import { SubPage } from './sub-page.tsx';

/** Where televisions and tablets are made frames, and stopped. */
export function FramesPage() {
  const { t } = useTranslation();
  return (
    <SubPage title={t('titles.frames')} heading={t('frames.heading')} lead={t('frames.lead')}>
      <Frames />
    </SubPage>
  );
}
