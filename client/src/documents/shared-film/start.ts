// The only script of the page of a shared video or album: plays the film, checks its signature on request, sends
// reports, and shows the chat.
import { removeTooOld } from '#client/documents/remove-too-old.ts';
import { checkSignatureWhenOpened } from './check-signature.ts';
import { showChat } from '#client/features/chat/show-chat.ts';
import { sendReportWhenAsked } from './send-report.ts';
import { askVisitor } from '#client/entities/user/visitor.ts';

// In development, styles come with the modules that import them; the build puts them into the document.
if (import.meta.env.DEV) void import('./render.tsx');

const film = document.querySelector('video');
// Browsers that refuse autoplay (to save power, say) leave the picture, with the player's own button.
if (film && !matchMedia('(prefers-reduced-motion: reduce)').matches) film.play().catch(() => undefined);

const origin = document.querySelector<HTMLDetailsElement>('details[data-provenance]');
if (origin) checkSignatureWhenOpened(origin);

const report = document.querySelector<HTMLFormElement>('form[data-report]');
if (report) sendReportWhenAsked(report);

void askVisitor().then((visitor) => showChat(visitor?.config.chatUrl ?? null));
removeTooOld();
