import { trpc } from '../../lib/trpc.ts';
import { ChatBubble } from './chat-bubble.tsx';

/** The floating way to a conversation, in a new tab, with a greeting in the page's language. Nothing where there is no chat. */
export function ChatButton() {
  const config = trpc.config.get.useQuery();
  return <ChatBubble url={config.data?.chatUrl} />;
}
