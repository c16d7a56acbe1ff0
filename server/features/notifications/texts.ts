import type { ErrorCode } from '../../../shared/errors.ts';
import type { Language } from '../../../shared/languages.ts';

interface MailTexts {
  ready: { subject: string; lead: string; action: string };
  failed: { subject: string; lead: string; returned: string; action: string };
  /** Why it failed, where the reader can act on it. */
  reasons: Partial<Record<ErrorCode, string>>;
  why: string;
  off: string;
}

/**
 * What mails say, in both languages. Nothing that a sender of a photo chose stands in them: its name in a mail of ours
 * would carry anybody's words to an address that anybody typed.
 */
export const mailTexts: Record<Language, MailTexts> = {
  en: {
    ready: {
      subject: 'Your video is ready',
      lead: 'Your photo has come to life.',
      action: 'Watch your video',
    },
    failed: {
      subject: 'Your video could not be made',
      lead: 'We could not make a video of your photo.',
      returned: 'Your credit has been returned.',
      action: 'Try again',
    },
    reasons: {
      input_refused: 'The video service declined the photo or its description. Please try another one.',
      output_refused: 'The video service kept back the video that it made. Please try another photo.',
      photo_unsuitable: 'The video service can’t work with this photo. Please try another one.',
      prompt_unreadable: 'The description has characters that the video service can’t read.',
      generation_timed_out: 'It took too long, so we stopped it.',
    },
    why: 'Memori writes to you when a video keeps you waiting.',
    off: 'Turn these mails off',
  },
  it: {
    ready: {
      subject: 'Il tuo video è pronto',
      lead: 'La tua foto ha preso vita.',
      action: 'Guarda il tuo video',
    },
    failed: {
      subject: 'Non siamo riusciti a creare il tuo video',
      lead: 'Non siamo riusciti a creare un video dalla tua foto.',
      returned: 'Il tuo credito ti è stato restituito.',
      action: 'Riprova',
    },
    reasons: {
      input_refused: 'Il servizio video non ha accettato la foto o la sua descrizione. Provane un’altra.',
      output_refused: 'Il servizio video ha trattenuto il video che aveva creato. Prova con un’altra foto.',
      photo_unsuitable: 'Il servizio video non riesce a usare questa foto. Provane un’altra.',
      prompt_unreadable: 'La descrizione contiene caratteri che il servizio video non sa leggere.',
      generation_timed_out: 'Richiedeva troppo tempo e l’abbiamo fermato.',
    },
    why: 'Memori ti scrive quando un video ti fa aspettare.',
    off: 'Non ricevere più queste e-mail',
  },
};
