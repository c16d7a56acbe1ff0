import { IconPencil } from '@tabler/icons-react';
import { memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoTask } from '#shared/schemas/video.ts';
import card from '#client/entities/film/card.module.css';
import { VideoNameForm } from '#client/entities/video/video-name.tsx';
import { useVideoTitle } from '#client/entities/video/video-title.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { useFocusLater } from '#client/lib/focus-later.ts';
import { formatMonthDay } from '#client/lib/format.ts';
import { ActionMenu, type MenuAction } from '#client/ui/action-menu.tsx';
import classes from './video-card.module.css';

interface CardCaptionProps {
  task: VideoTask;
  /** What its menu calls it. */
  name: string;
  /** The level of its heading. */
  level: 3 | 4;
  /**
   * What can be done besides renaming it. Null without a menu: far from the screen, where unreachable controls would only
   * cost time, or because nothing can be done.
   */
  actions: readonly MenuAction[] | null;
  /** Called before the menu opens. */
  onOpen?: () => void;
}

/**
 * A task's name, its date, and the menu of everything that can be done with it. The name can be focused, so that a screen
 * reader continues from there.
 */
export const CardCaption = memo(function CardCaption({
  task,
  name,
  level,
  actions,
  onOpen,
}: CardCaptionProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const title = useVideoTitle()(task);
  const [renaming, setRenaming] = useState(false);
  const menu = useRef<HTMLButtonElement>(null);
  const focusLater = useFocusLater();
  const Heading = level === 3 ? 'h3' : 'h4';
  const rename = {
    key: 'rename',
    text: t('gallery.rename'),
    icon: <IconPencil size={20} stroke={1.75} aria-hidden />,
    onChoose: () => setRenaming(true),
  };

  if (renaming) {
    return (
      <div className={classes.words}>
        <VideoNameForm
          video={task}
          onClose={() => {
            setRenaming(false);
            focusLater(menu);
          }}
        />
      </div>
    );
  }
  return (
    <div className={classes.words}>
      <Heading className={classes.name} tabIndex={-1}>
        {title}
      </Heading>
      <p className={`${card.soft} ${classes.facts}`}>
        <time dateTime={task.createdAt}>{formatMonthDay(task.createdAt, language)}</time>
        {task.ai && task.status === 'Success' && (
          <abbr className={classes.ai} title={t('gallery.aiLong')}>
            {t('gallery.ai')}
          </abbr>
        )}
      </p>
      {actions && (
        <ActionMenu
          ref={menu}
          className={classes.menu}
          label={t('gallery.actions', { name })}
          actions={[rename, ...actions]}
          {...(onOpen && { onOpen })}
        />
      )}
    </div>
  );
});
