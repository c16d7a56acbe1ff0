interface Device {
  userAgent: string;
  maxTouchPoints: number;
}

/** Safari on an iPhone or iPad, which calls itself a Mac; so do all other browsers on iOS, being Safari inside. */
export function isIosSafari({ userAgent, maxTouchPoints }: Device): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** True where a silent film may begin unasked: on desktops, that is where a mouse is at hand; never in iOS Safari. */
export function startsByItself(device: Device, matches: (query: string) => { matches: boolean }): boolean {
  return matches('(hover: hover) and (pointer: fine)').matches && !isIosSafari(device);
}
