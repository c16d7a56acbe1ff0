import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findChromium } from '#scripts/lib/chromium.mjs';

const folder = fileURLToPath(new URL('../lighthouse', import.meta.url));
const program = `${folder}/node_modules/lighthouse/cli/index.js`;
const execute = promisify(execFile);

/** The categories of a report, each with its score from 0 to 100. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** The results of one visit to a page. Times in milliseconds. */
export interface Visit {
  scores: Record<(typeof categories)[number], number>;
  /** Largest contentful paint. */
  lcp: number;
  /** Cumulative layout shift. */
  cls: number;
  /** Total blocking time. */
  tbt: number;
  /** Total bytes transferred. */
  bytes: number;
  /** The audits that cost points, as `category: audit`. */
  faults: string[];
}

interface Report {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
  runtimeError?: { message: string };
}

/** Installs Lighthouse from its own lock file, unless it is already installed. */
export async function installLighthouse(): Promise<void> {
  if (existsSync(program)) return;
  console.log('Installing Lighthouse …');
  await execute('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
}

/** Chromium sometimes fails to record a visit; Lighthouse then asks to repeat it. */
const maxTries = 3;

/** Visits a page once with Lighthouse's mobile profile: a mid-range phone on a slow connection. */
export async function visit(url: string): Promise<Visit> {
  for (let tries = 1; ; tries += 1) {
    try {
      return summarize(await record(url));
    } catch (error) {
      const unrecorded = /run Lighthouse again/.test(String((error as { stderr?: unknown }).stderr));
      if (!unrecorded || tries === maxTries) throw error;
    }
  }
}

async function record(url: string): Promise<Report> {
  const CHROME_PATH = await findChromium();
  const flags = '--headless=new --no-sandbox --disable-dev-shm-usage';
  const args = [program, url, '--quiet', '--output=json', `--chrome-flags=${flags}`];
  const { stdout } = await execute(process.execPath, args, {
    env: { ...process.env, ...(CHROME_PATH && { CHROME_PATH }) },
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Report;
}

function summarize(report: Report): Visit {
  if (report.runtimeError) throw new Error(report.runtimeError.message);
  const value = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN;
  const of = (name: string) => report.categories[name] ?? { score: Number.NaN, auditRefs: [] };
  const scores = Object.fromEntries(categories.map((name) => [name, Math.round(100 * of(name).score)]));
  const faults = categories.flatMap((name) =>
    of(name)
      .auditRefs.filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${name}: ${id}`),
  );
  return {
    scores: scores as Visit['scores'],
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
    bytes: value('total-byte-weight'),
    faults,
  };
}
