interface Device {
  userAgent: string;
  maxTouchPoints: number;
}

/** Safari on an iPhone or iPad, which calls itself a Mac; so do all other browsers on iOS, being Safari inside. */
export function isIosSafari({ userAgent, maxTouchPoints }: Device): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
