import { useRef } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { ChatBubble } from './chat-bubble.tsx';
import classes from './chat-button.module.css';
import { useTuckedAway } from './use-tucked-away.ts';

/**
 * The floating way to a conversation, in a new tab, with a greeting in the page's language; out of the way while it would
 * lie on a control. Nothing where there is no chat.
 */
export function ChatButton() {
  const config = trpc.config.get.useQuery();
  const url = config.data?.chatUrl;
  const place = useRef<HTMLElement>(null);
  const tucked = useTuckedAway(place, Boolean(url));
  return (
    <ChatBubble
      url={url}
      ref={place}
      className={tucked ? `${classes.place} ${classes.tucked}` : classes.place}
    />
  );
}
