import 'i18next';
import type { Texts } from './texts.ts';

// Every key of every namespace is typed: the loader looks a key up in whichever has it.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: { common: Texts };
  }
}
