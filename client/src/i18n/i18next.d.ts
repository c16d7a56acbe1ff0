import 'i18next';
import type { Texts } from './texts.ts';

// Types every key of every namespace; at run time a key is looked up in all namespaces.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: { common: Texts };
  }
}
