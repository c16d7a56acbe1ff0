import { useEffect, useRef } from 'react';
import { trpc } from '#client/api/trpc.ts';
import { avoidOverlap } from './avoid-overlap.ts';
import { ChatBubble } from './chat-bubble.tsx';
import classes from './chat-button.module.css';

/**
 * A floating link that opens a chat in a new tab, with a greeting in the page's language; it moves away while it would
 * cover a control or text. Hidden if there is no chat.
 */
export function ChatButton() {
  const url = trpc.config.get.useQuery().data?.chatUrl;
  const place = useRef<HTMLElement>(null);
  useEffect(() => (url && place.current ? avoidOverlap(place.current) : undefined), [url]);
  return <ChatBubble url={url} ref={place} className={classes.place} />;
}
