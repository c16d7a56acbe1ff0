interface Device {
  userAgent: string;
  maxTouchPoints: number;
}

/**
 * Safari on an iPhone or iPad, which may identify as a Mac; also true for the other iOS browsers, which are all WebKit.
 */
export function isIosSafari({ userAgent, maxTouchPoints }: Device): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
