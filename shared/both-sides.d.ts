// What browsers and Node have in common beyond the language, as far as this folder uses it.

/** WHATWG URL. */
declare class URL {
  constructor(url: string);
  readonly hostname: string;
}

/** Web Cryptography. */
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };
