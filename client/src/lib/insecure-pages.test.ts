import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const client = path.resolve(import.meta.dirname, '../..');

/**
 * What browsers offer on https and localhost only, and the files that use it, with what they do on the plain http of a home
 * network, such as http://memori.lan:3000.
 */
const secureOnly: [api: RegExp, uses: Record<string, string>][] = [
  [/\brandomUUID\b/, { 'src/documents/pwa/service-worker.ts': 'there are no service workers either' }],
  [/\bcrypto\.subtle\b/, { 'sdk/webhooks.ts': 'servers verify webhooks, not pages' }],
  [/\bnavigator\.clipboard\b/, { 'src/lib/share.ts': 'copies from the field that shows the text' }],
  [/\bnavigator\.share\b/, { 'src/lib/share.ts': 'copies the link' }],
  [
    /\bnavigator\.locks\b/,
    { 'src/entities/outbox/use-outbox.ts': 'two tabs may send a photo, with the same key' },
  ],
  [/\bnavigator\.serviceWorker\b/, { 'src/documents/pwa/install.ts': 'is not installable' }],
  [
    /\bcaches\b/,
    {
      'src/documents/pwa/service-worker.ts': 'there are no service workers either',
      'src/entities/user/forget-person.ts': 'there is nothing to forget',
      'src/entities/outbox/shared-photos.ts': 'nothing was shared with it',
      'src/lib/device.ts': 'only lists them',
    },
  ],
  [/\bwakeLock\b/, { 'src/documents/frame/start.ts': 'the screen may go dark' }],
  [/\bcredentials\.(?:get|create)\b/, {}],
  [
    /\bmediaDevices\b|\bMediaRecorder\b/,
    {
      'src/documents/box/start.ts': 'asks first',
      'src/lib/record-voice.ts': 'a recording is chosen as a file',
    },
  ],
  [/\bstorage\.(?:persist|estimate|getDirectory)\b|\bshow(?:Save|Open)FilePicker\b/, {}],
  [/\bNotification\b\.|\bPushManager\b|\bcookieStore\b|\bgeolocation\b/, {}],
];

const isCode = (line: string) => !/^\s*(?:\*|\/\/|\/\*)/.test(line);
const sources = globSync('{src,sdk}/**/*.{ts,tsx}', { cwd: client })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({
    file,
    lines: readFileSync(path.join(client, file), 'utf8').split('\n').filter(isCode),
  }));

test.each(secureOnly)('%s is used only where its absence is handled', (api, uses) => {
  const using = sources.filter(({ lines }) => lines.some((line) => api.test(line))).map(({ file }) => file);
  expect(using.toSorted()).toEqual(Object.keys(uses).toSorted());
});
