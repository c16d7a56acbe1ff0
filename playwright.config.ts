import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/lib/chromium.mjs';
import { freeSharedMemory } from './scripts/lib/memory-folder.ts';

const executablePath = await findChromium();

// Steady pixels, no sandbox (it needs rights that containers lack), and no calls to the browser's maker.
const browserFlags = [
  '--no-sandbox',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--hide-scrollbars',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  '--disable-features=OptimizationHints,MediaRouter,Translate',
];

/**
 * What Playwright passes for containers, where /dev/shm is often too small for a page: the browser uses files instead,
 * which costs about 7 % of its processor time. So it is left out where there is room.
 */
const forSmallSharedMemory = '--disable-dev-shm-usage';

const ignoreDefaultArgs = freeSharedMemory() > 2e9 ? [forSmallSharedMemory] : [];

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/global-setup.ts',
  outputDir: 'test-results/playwright',
  // tests/e2e/support/picture.ts says for which browser each of them is.
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  fullyParallel: true,
  workers: 3,
  // `npm test` asks for one retry: at the end of the run, while no other test runs.
  retries: 0,
  retryStrategy: 'isolated',
  forbidOnly: true,
  // Generous, for a busy machine: a test waits for events, so a passing one never takes this long.
  timeout: 900_000,
  expect: { timeout: 600_000 },
  use: {
    // A trace costs a tenth of all the processor's time, in tests that pass too: `--trace on` records them all.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    // As for what is expected: otherwise an action on what is not there waits for the end of its test.
    actionTimeout: 600_000,
    // What it answers, tests could not answer in its place; installed.spec.ts lets it in.
    serviceWorkers: 'block',
    launchOptions: { args: browserFlags, ignoreDefaultArgs, ...(executablePath && { executablePath }) },
  },
  // What does not depend on the width of the screen may name the one that it runs on.
  projects: [
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    },
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
  ],
});
