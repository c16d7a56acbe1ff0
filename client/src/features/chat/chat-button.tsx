import { useRef } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { ChatBubble } from './chat-bubble.tsx';
import classes from './chat-button.module.css';
import { useAvoidOverlap } from './use-avoid-overlap.ts';

/**
 * A floating link that opens a chat in a new tab, with a greeting in the page's language; it moves away while it would
 * cover a control. Renders nothing if there is no chat.
 */
export function ChatButton() {
  const config = trpc.config.get.useQuery();
  const url = config.data?.chatUrl;
  const place = useRef<HTMLElement>(null);
  const tucked = useAvoidOverlap(place, Boolean(url));
  return (
    <ChatBubble
      url={url}
      ref={place}
      className={tucked ? `${classes.place} ${classes.tucked}` : classes.place}
    />
  );
}
