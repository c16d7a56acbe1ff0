import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { launchBrowser } from './browser.ts';

export interface Playback {
  /** The number of frames that the browser decoded, and of those that it dropped. */
  readonly frames: number;
  readonly dropped: number;
}

/** Plays a video from beginning to end in headless Chromium, in real time. Throws if it can't be played. */
export async function playInChromium(file: string): Promise<Playback> {
  const server = createServer((request, response) => {
    if (request.url === '/film.mp4') {
      response.setHeader('content-type', 'video/mp4');
      createReadStream(file).pipe(response);
    } else {
      response.setHeader('content-type', 'text/html');
      response.end('<video muted src="/film.mp4"></video>');
    }
  }).listen(0, '127.0.0.1');
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return await page.evaluate(async () => {
      const video = document.querySelector('video')!;
      const ended = new Promise((resolve, reject) => {
        video.addEventListener('ended', resolve);
        video.addEventListener('error', () => reject(new Error(video.error?.message)));
      });
      await video.play();
      await ended;
      const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality();
      return { frames: totalVideoFrames, dropped: droppedVideoFrames };
    });
  } finally {
    await browser.close();
    server.close();
  }
}
