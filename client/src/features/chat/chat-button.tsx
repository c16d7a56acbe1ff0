import { Tooltip } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { trpc } from '../../lib/trpc.ts';
import classes from './chat-button.module.css';
import { chatLink } from './chat-link.ts';

/** The floating way to a conversation, in a new tab, with a greeting in the page's language. Nothing where there is no chat. */
export function ChatButton() {
  const { t } = useTranslation();
  const config = trpc.config.get.useQuery();
  if (!config.data?.chatUrl) return null;
  return (
    <aside aria-label={t('chat.label')}>
      <Tooltip label={t('chat.label')} position="left">
        <a
          className={classes.button}
          href={chatLink(config.data.chatUrl, t('chat.greeting'))}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('chat.newTab')}
        >
          <IconMessageCircle size={26} stroke={1.6} aria-hidden />
        </a>
      </Tooltip>
    </aside>
  );
}
