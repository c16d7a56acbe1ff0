import { IconMessageCircle } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { tooltip, tooltipClass } from '#client/ui/tooltip.ts';
import { chatLink } from './chat-link.ts';
import classes from './chat-bubble.module.css';

interface ChatBubbleProps {
  url: string | null | undefined;
  ref?: Ref<HTMLElement>;
  className?: string | undefined;
}

/**
 * The floating link itself, with a tooltip drawn by its stylesheet. Hidden if there is no chat (`url` is null) or if
 * that is not known yet: a prerendered page may then show it, finding it by its id and greeting.
 */
export function ChatBubble({ url, ref, className }: ChatBubbleProps) {
  const { t } = useTranslation();
  const greeting = t('chat.greeting');
  return (
    <aside
      ref={ref}
      id="chat"
      className={className}
      aria-label={t('chat.label')}
      data-greeting={greeting}
      hidden={!url}
      suppressHydrationWarning
    >
      <a
        className={`${classes.button} ${tooltipClass}`}
        href={url ? chatLink(url, greeting) : undefined}
        suppressHydrationWarning
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('chat.newTab')}
        {...tooltip(t('chat.label'))}
      >
        <IconMessageCircle size={26} stroke={1.6} aria-hidden />
      </a>
    </aside>
  );
}
